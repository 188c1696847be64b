import type { WhenHints } from "../when.ts";
import { parseTimeOfDay, parseWindow, windowContains } from "../windows.ts";
import type { TimeSpec } from "./fragment.ts";
import type { DayPart } from "./lexeme.ts";

/** A time of day that was perhaps meant. */
export interface TimeOption {
  readonly time: Temporal.PlainTime;
  /** 1 if it falls on the day after the one that was named: "tonight at 2", 今晚12点. */
  readonly dayShift: 0 | 1;
  /** Inside the owner's waking window, or said without a doubt. */
  readonly awake: boolean;
  readonly convention?: { readonly name: string; readonly value: string } | undefined;
}

const DEFAULT_HOUR = new Temporal.PlainTime(9);
const DEFAULT_WAKING = { from: new Temporal.PlainTime(7), to: new Temporal.PlainTime(23) };

/** The times that the words can mean, the preferred first (TIME-6). */
export function timeOptions(spec: TimeSpec, part: DayPart | undefined, hints: WhenHints): TimeOption[] {
  const at = (h: number, dayShift: 0 | 1 = 0): TimeOption => ({
    time: new Temporal.PlainTime(h, spec.m, spec.s),
    dayShift,
    awake: true,
  });
  // "Tonight at 2am" is the night that follows the evening.
  const follows = (part === "night" || part === "evening" || part === "late") && spec.h % 12 <= 5;
  if (spec.mode === "am") return [at(spec.h % 12, follows ? 1 : 0)];
  if (spec.mode === "pm") return [at((spec.h % 12) + 12)];
  if (part !== undefined && spec.h <= 12) return [inPart(spec.h, part, at)];
  if (spec.mode === "literal") return [at(spec.h, spec.endOfDay ? 1 : 0)];
  return bothHalves(spec, hints);
}

/**
 * An hour of the night said with a day of its own, «в субботу в 2 часа ночи»: the night that the day begins with, then
 * the one that follows it; midnight rather ends the day.
 */
export function nightsOfDay(options: readonly TimeOption[]): TimeOption[] {
  return options.flatMap((option) => {
    if (option.dayShift === 0) return [option];
    const ofDay: TimeOption = { ...option, dayShift: 0 };
    return option.time.hour === 0 ? [option, ofDay] : [ofDay, option];
  });
}

function inPart(h: number, part: DayPart, at: (h: number, dayShift?: 0 | 1) => TimeOption): TimeOption {
  switch (part) {
    case "morning":
    case "small-hours":
      return at(h % 12);
    case "noon":
      return at(h <= 4 ? h + 12 : h);
    case "afternoon":
      return at(h === 12 || h === 0 ? 12 : h + 12);
    case "evening":
      return h === 12 || h === 0 ? at(0, 1) : at(h + 12);
    case "late":
      if (h === 12 || h === 0) return at(0, 1);
      return h <= 3 ? at(h, 1) : at(h + 12);
    case "night":
      if (h === 12 || h === 0) return at(0, 1);
      return h <= 5 ? at(h, 1) : at(h + 12);
  }
}

/** A bare hour: the half of the day inside the waking window goes first, of two inside the one as said. */
function bothHalves(spec: TimeSpec, hints: WhenHints): TimeOption[] {
  const waking = parseWindow(hints.waking) ?? DEFAULT_WAKING;
  const early = new Temporal.PlainTime(spec.h % 12, spec.m, spec.s);
  const late = new Temporal.PlainTime((spec.h % 12) + 12, spec.m, spec.s);
  const name = `hour_${spec.h}`;
  const options: TimeOption[] = [
    { time: early, dayShift: 0, awake: windowContains(waking, early), convention: { name, value: "am" } },
    { time: late, dayShift: 0, awake: windowContains(waking, late), convention: { name, value: "pm" } },
  ];
  const chosen = hints.conventions?.[name];
  if (chosen === "am" || chosen === "pm") {
    return options
      .map((option) => ({ ...option, awake: option.convention?.value === chosen }))
      .sort((a, b) => Number(b.awake) - Number(a.awake));
  }
  const sorted = options.sort((a, b) => Number(b.awake) - Number(a.awake));
  // Midnight for "at 12" is so far from what is meant that it is no second reading.
  return spec.h === 12 ? sorted.slice(0, 1) : sorted;
}

/** The owner's default time of day (TIME-7). */
export function defaultTime(hints: WhenHints): Temporal.PlainTime {
  return parseTimeOfDay(hints.defaultHour) ?? DEFAULT_HOUR;
}

/** The time of a part of the day without an hour. */
export function timeOfPart(part: DayPart, hints: WhenHints): Temporal.PlainTime {
  const usual = defaultTime(hints);
  switch (part) {
    case "morning":
      return usual.hour < 12 && usual.hour >= 5 ? usual : DEFAULT_HOUR;
    case "noon":
      return new Temporal.PlainTime(12);
    case "afternoon":
      return new Temporal.PlainTime(15);
    case "evening":
    case "late":
      return new Temporal.PlainTime(19);
    case "night":
      return new Temporal.PlainTime(21);
    case "small-hours":
      return new Temporal.PlainTime(5);
  }
}

const TODAY_SLOTS = [9, 13, 18, 21].map((hour) => new Temporal.PlainTime(hour));

/** The hours of "today" that still lie ahead: the owner's slots, for a part of the day its full hours. */
export function todaySlots(part: DayPart | undefined, hints: WhenHints): readonly Temporal.PlainTime[] {
  if (part === undefined) return TODAY_SLOTS;
  const first = timeOfPart(part, hints).hour;
  const last = { morning: 11, noon: 13, afternoon: 18, evening: 23, late: 23, night: 23, "small-hours": 5 }[part];
  return Array.from({ length: last - first + 1 }, (_, i) => new Temporal.PlainTime(first + i));
}
