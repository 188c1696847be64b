import type { Schedule } from "#core/time/schedule.ts";

/** A schedule, and its due times as they are found without the product's code: by looking at the wall clock. */
export interface YearRow {
  readonly name: string;
  readonly schedule: Schedule;
  readonly freshForMinutes: number | null;
  /** Every due time in (`from`, `until`], in order: epoch milliseconds. */
  dueTimes(from: Temporal.Instant, until: Temporal.Instant): number[];
}

/** Zones with no, one-hour and half-hour changes, on both halves of the globe, with the hours that these skip or repeat. */
const ZONES = [
  { zone: "Europe/Berlin", nights: [2] },
  { zone: "America/New_York", nights: [2, 1] },
  { zone: "Australia/Lord_Howe", nights: [2, 1] },
  { zone: "America/Santiago", nights: [0, 23] },
  { zone: "Asia/Kolkata", nights: [2] },
] as const;

const MINUTE = 60_000;

/** Rows of every kind in every zone, the same for the same `random`. */
export function yearRows(count: number, start: Temporal.Instant, random: () => number): YearRow[] {
  const whole = (below: number): number => Math.floor(random() * below);
  return Array.from({ length: count }, (_, n) => {
    const { zone, nights } = ZONES[n % ZONES.length]!;
    // Most of them at night, where zones change.
    const hour = whole(3) > 0 ? nights[whole(nights.length)]! : whole(24);
    const minute = [0, 15, 30, 45][whole(4)]!;
    const row = KINDS[n % KINDS.length]!({ zone, hour, minute, start, whole });
    return { ...row, name: `${row.name} ${zone}`, freshForMinutes: n % 7 === 3 ? 30 : null };
  });
}

interface Draw {
  readonly zone: string;
  readonly hour: number;
  readonly minute: number;
  readonly start: Temporal.Instant;
  whole(below: number): number;
}

type Kind = (draw: Draw) => Omit<YearRow, "freshForMinutes">;

const KINDS: readonly Kind[] = [
  ({ zone, hour, minute }) => ({
    name: `daily ${hour}:${minute}`,
    schedule: { type: "cron", pattern: `${minute} ${hour} * * *`, zone },
    dueTimes: (from, until) => onDays(zone, hour, minute, from, until, () => true),
  }),
  ({ zone, start, whole }) => {
    const hours = 5 + whole(20);
    const anchor = start.add({ minutes: whole(600) + 1 });
    return {
      name: `every ${hours} h`,
      schedule: { type: "interval", every: `PT${hours}H`, anchor: anchor.toString(), zone },
      dueTimes: (from, until) => {
        const due: number[] = [];
        for (let at = anchor.epochMilliseconds; at <= until.epochMilliseconds; at += hours * 60 * MINUTE)
          if (at > from.epochMilliseconds) due.push(at);
        return due;
      },
    };
  },
  ({ zone, hour, minute }) => ({
    name: `last Friday ${hour}:${minute}`,
    schedule: {
      type: "rrule",
      rule: "FREQ=MONTHLY;BYDAY=-1FR",
      dtstart: `2026-01-01T${two(hour)}:${two(minute)}`,
      zone,
    },
    dueTimes: (from, until) =>
      onDays(zone, hour, minute, from, until, (day) => day.dayOfWeek === 5 && day.day + 7 > day.daysInMonth),
  }),
  ({ zone, hour, minute }) => ({
    name: `Sundays ${hour}:${minute}`,
    schedule: {
      type: "rrule",
      rule: "FREQ=WEEKLY;BYDAY=SU",
      dtstart: `2026-01-01T${two(hour)}:${two(minute)}`,
      zone,
    },
    dueTimes: (from, until) => onDays(zone, hour, minute, from, until, (day) => day.dayOfWeek === 7),
  }),
  ({ zone, hour, minute, whole }) => {
    const date = Temporal.PlainDate.from("2026-01-02").add({ days: whole(360) });
    return {
      name: `once ${date}`,
      schedule: { type: "once", local: `${date}T${two(hour)}:${two(minute)}`, zone },
      dueTimes: (from, until) => onDays(zone, hour, minute, from, until, (day) => day.equals(date)),
    };
  },
  ({ zone, hour, minute }) => ({
    name: `every third day ${hour}:${minute}`,
    schedule: {
      type: "rrule",
      rule: "FREQ=DAILY;INTERVAL=3",
      dtstart: `2026-01-01T${two(hour)}:${two(minute)}`,
      zone,
    },
    dueTimes: (from, until) =>
      onDays(zone, hour, minute, from, until, (day) => day.since("2026-01-01").total("days") % 3 === 0),
  }),
  ({ zone }) => ({
    name: "every four hours",
    schedule: { type: "cron", pattern: "0 */4 * * *", zone },
    dueTimes: (from, until) => {
      const due: number[] = [];
      const quarter = 15 * MINUTE;
      const first = (Math.floor(from.epochMilliseconds / quarter) + 1) * quarter;
      for (let at = first; at <= until.epochMilliseconds; at += quarter) {
        const wall = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
        if (wall.minute === 0 && wall.hour % 4 === 0) due.push(at);
      }
      return due;
    },
  }),
  ({ zone, hour, minute }) => ({
    name: `working days until autumn ${hour}:${minute}`,
    schedule: {
      type: "cron",
      pattern: `${minute} ${hour} * * 1-5`,
      zone,
      ends: { until: "2026-09-30T12:00:00Z" },
    },
    dueTimes: (from, until) => {
      const end = Temporal.Instant.from("2026-09-30T12:00:00Z").epochMilliseconds;
      return onDays(zone, hour, minute, from, until, (day) => day.dayOfWeek <= 5).filter((at) => at <= end);
    },
  }),
  ({ zone, start, whole }) => {
    const at = start.add({ minutes: 1 + whole(500_000) });
    return {
      name: `at ${at}`,
      schedule: { type: "instant", at: at.toString(), zone },
      dueTimes: (from, until) =>
        [at.epochMilliseconds].filter((ms) => ms > from.epochMilliseconds && ms <= until.epochMilliseconds),
    };
  },
];

/** A wall-clock time on certain days. */
function onDays(
  zone: string,
  hour: number,
  minute: number,
  from: Temporal.Instant,
  until: Temporal.Instant,
  wanted: (day: Temporal.PlainDate) => boolean,
): number[] {
  const due: number[] = [];
  const last = until.toZonedDateTimeISO(zone).toPlainDate();
  let day = from.toZonedDateTimeISO(zone).toPlainDate();
  for (; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    if (!wanted(day)) continue;
    const at = firstAtOrAfter(day.toPlainDateTime({ hour, minute }), zone);
    if (at > from.epochMilliseconds && at <= until.epochMilliseconds) due.push(at);
  }
  return due;
}

/** The first instant at which the wall clock shows `wall` or, where it skips that, something later (TIME-2, TIME-3). */
function firstAtOrAfter(wall: Temporal.PlainDateTime, zone: string): number {
  const guess = wall.toZonedDateTime("UTC").epochMilliseconds - offsetAt(wall, zone);
  // The guess is wrong by a change of the offset at most, and these are an hour or less.
  for (let at = guess - 61 * MINUTE; ; at += MINUTE) {
    const shown = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime();
    if (Temporal.PlainDateTime.compare(shown, wall) >= 0) return at;
  }
}

/** The zone's offset around a wall-clock time, in milliseconds; near a change that of either side. */
function offsetAt(wall: Temporal.PlainDateTime, zone: string): number {
  const near = wall.toZonedDateTime("UTC").toInstant();
  return near.toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
