import { isCronPattern, isDayOrWeekday } from "../cron.ts";
import { ruleParts } from "../rrule.ts";
import type { Schedule } from "../schedule.ts";
import { everyMinutes } from "./elapsed-recurrence.ts";
import type { SpokenSpan } from "./fragment.ts";
import type { Intent } from "./intent.ts";
import { localText, type Outcome, type ResolveContext, reading, refuse } from "./outcome.ts";
import { withCount } from "./recurrence-ends.ts";
import { resolveOnce } from "./resolve-once.ts";
import { checkRecurrence, resolveRecurrence } from "./resolve-recurrence.ts";

const DURATION = /^P(?=\d|T\d)(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/i;
const CRON_FIELD = /^[\d*][\d*,/\-A-Za-z?#+]*$|^[A-Za-z]{3}([,-][A-Za-z]{3})*$|^\?$|^L$|^\+?\d[#L]?\d?$/;

/** Reads what a model or a tool writes instead of words: an ISO duration, a cron pattern, an RRULE. Null for anything else. */
export function readStructured(text: string, context: ResolveContext): Outcome | null {
  if (DURATION.test(text)) return readDuration(text, context);
  if (/^(RRULE:|DTSTART|FREQ=|INTERVAL=|BYDAY=)/i.test(text)) return readRule(text, context);
  const fields = text.split(/\s+/);
  const looksLikeCron = fields.length >= 5 && fields.length <= 7 && fields.every((field) => CRON_FIELD.test(field));
  if (!looksLikeCron || !/[*]|^\d+ \d/.test(text)) return null;
  return isCronPattern(text) ? readCron(fields.join(" "), context) : refuse("when_unreadable", { understood: text });
}

function readDuration(text: string, context: ResolveContext): Outcome {
  const duration = Temporal.Duration.from(text.toUpperCase());
  const span: SpokenSpan = {
    months: duration.years * 12 + duration.months,
    days: duration.weeks * 7 + duration.days,
    seconds: duration.hours * 3600 + duration.minutes * 60 + duration.seconds,
  };
  return context.hints.recurring
    ? everySpan(span, context)
    : resolveOnce({ moreTimes: [], span: { span, sign: 1 } }, context);
}

/** A length of time as the distance of a recurrence. Days and months keep the wall clock of now (TIME-5). */
function everySpan(span: SpokenSpan, context: ResolveContext): Outcome {
  const { months, days, seconds } = span;
  const now = context.wall.toPlainTime();
  const intent: Intent = { moreTimes: [], time: { h: now.hour, m: now.minute, s: 0, mode: "literal" } };
  if (months > 0 && days + seconds === 0) return resolveRecurrence(intent, { unit: "month", n: months }, context);
  if (days > 0 && months + seconds === 0) {
    return resolveRecurrence(
      intent,
      days % 7 === 0 ? { unit: "week", n: days / 7 } : { unit: "day", n: days },
      context,
    );
  }
  if (seconds === 0 || months + days > 0) return refuse("when_unreadable", { understood: "" });
  return resolveRecurrence({ moreTimes: [] }, { unit: "second", n: seconds }, context);
}

function readCron(pattern: string, context: ResolveContext): Outcome {
  const schedule: Schedule = { type: "cron", pattern, zone: context.zone };
  const refused = checkRecurrence(schedule, context);
  if (refused) return refused;
  const notes = isDayOrWeekday(pattern) ? [{ code: "day_or_weekday" } as const] : [];
  return { ok: true, readings: [reading(schedule, context.now)], notes };
}

/** An RFC 5545 rule, with or without `RRULE:` and a DTSTART line. Its COUNT and UNTIL become the schedule's end. */
function readRule(text: string, context: ResolveContext): Outcome {
  const unreadable = refuse("when_unreadable", { understood: "" });
  const lines = text.toUpperCase().split(/[\s]+/).filter(Boolean);
  const dtstartLine = lines.find((line) => line.startsWith("DTSTART"));
  const ruleLine = lines.find((line) => !line.startsWith("DTSTART"))?.replace(/^RRULE:/, "");
  if (!ruleLine || lines.length > 2) return unreadable;
  const all = new Map(
    ruleLine
      .replace(/;$/, "")
      .split(";")
      .map((part) => part.split("=") as [string, string]),
  );
  const count = all.get("COUNT");
  const untilText = all.get("UNTIL");
  all.delete("COUNT");
  all.delete("UNTIL");
  const until = untilText === undefined ? undefined : readUntil(untilText, context.zone);
  if (until === null || (count !== undefined && !/^\d{1,4}$/.test(count))) return unreadable;
  const base = elapsedRule(all, context) ?? calendarRule(all, dtstartLine, context);
  if (!base) return unreadable;
  let schedule: Schedule = until === undefined ? base : { ...base, ends: { until } };
  if (count !== undefined) {
    const counted = withCount({ ok: true, schedule, notes: [] }, Number(count), context);
    if (!counted.ok) return counted.outcome;
    schedule = counted.schedule;
  }
  return checkRecurrence(schedule, context) ?? { ok: true, readings: [reading(schedule, context.now)], notes: [] };
}

type Recurring = Exclude<Schedule, { type: "once" } | { type: "instant" }>;

/** Hours and minutes run on elapsed time (TIME-4), not on the wall clock that rules are expanded on. */
function elapsedRule(parts: ReadonlyMap<string, string>, context: ResolveContext): Recurring | null {
  const frequency = parts.get("FREQ");
  if (frequency !== "HOURLY" && frequency !== "MINUTELY") return null;
  const interval = parts.get("INTERVAL") ?? "1";
  if (!/^[1-9]\d{0,4}$/.test(interval) || [...parts.keys()].some((name) => !/^(FREQ|INTERVAL|WKST)$/.test(name)))
    return null;
  const schedule = everyMinutes(Number(interval) * (frequency === "HOURLY" ? 60 : 1), context);
  return schedule.type === "cron" || schedule.type === "interval" ? schedule : null;
}

function calendarRule(
  parts: ReadonlyMap<string, string>,
  dtstartLine: string | undefined,
  context: ResolveContext,
): Recurring | null {
  const rule = [...parts].map(([name, value]) => `${name}=${value}`).join(";");
  const read = ruleParts(rule);
  if (!read) return null;
  const stamp = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)?/.exec(dtstartLine ?? "");
  if (dtstartLine && !stamp) return null;
  try {
    const local = stamp
      ? Temporal.PlainDateTime.from(`${stamp[1]}-${stamp[2]}-${stamp[3]}T${stamp[4]}:${stamp[5]}:${stamp[6] ?? "00"}`, {
          overflow: "reject",
        })
      : defaultStart(read, context);
    return { type: "rrule", rule, dtstart: localText(local), zone: context.zone };
  } catch {
    return null;
  }
}

/** Without DTSTART the rule starts today, at its own hour or the owner's default. */
function defaultStart(parts: ReadonlyMap<string, string>, { wall, hints }: ResolveContext): Temporal.PlainDateTime {
  const usual = Temporal.PlainTime.from(hints.defaultHour);
  const hour = parts.has("BYHOUR") ? Number(parts.get("BYHOUR")?.split(",")[0]) : usual.hour;
  const minute = parts.has("BYMINUTE")
    ? Number(parts.get("BYMINUTE")?.split(",")[0])
    : parts.has("BYHOUR")
      ? 0
      : usual.minute;
  return wall.toPlainDate().toPlainDateTime(new Temporal.PlainTime(hour, minute));
}

/** UNTIL as an instant: UTC with Z, else local; a date alone is its whole day. Null if it is none of these. */
function readUntil(text: string, zone: string): string | null {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(text);
  if (!match) return null;
  const [, y, m, d, hour = "23", minute = "59", second = "59", utc] = match;
  try {
    const local = Temporal.PlainDateTime.from(`${y}-${m}-${d}T${hour}:${minute}:${second}`, { overflow: "reject" });
    return local
      .toZonedDateTime(utc ? "UTC" : zone)
      .toInstant()
      .toString();
  } catch {
    return null;
  }
}
