import { Cron } from "croner";
import { BoundedCache } from "./bounded-cache.ts";

const patterns = new BoundedCache<Cron>(256);

/**
 * The next time of a five-field pattern strictly after `after`; null if there is none. Croner is a calculator here:
 * no callback, hence no timer (TIME-14). `no-wildcard` gives every fixed time of a list our gap and fold rules
 * (TIME-2, TIME-3), not only single values.
 *
 * @throws Error if the pattern or the zone is not valid.
 */
export function nextCronRun(pattern: string, zone: string, after: Temporal.Instant): Temporal.Instant | null {
  // Croner counts in whole seconds from the reference; a fraction would be cut, which never skips a run.
  const next = calculator(pattern, zone).nextRun(new Date(after.epochMilliseconds));
  return next ? Temporal.Instant.fromEpochMilliseconds(next.getTime()) : null;
}

/** The next wall-clock match at or after a local time, without a zone's gaps and folds; null if there is none. */
export function nextCronWall(pattern: string, from: Temporal.PlainDateTime): Temporal.PlainDateTime | null {
  const before = from.subtract({ seconds: 1 }).toZonedDateTime("UTC").toInstant();
  const next = nextCronRun(pattern, "UTC", before);
  return next ? next.toZonedDateTimeISO("UTC").toPlainDateTime() : null;
}

/** True for a pattern of exactly five fields that croner accepts; it may still never fire. */
export function isCronPattern(pattern: string): boolean {
  if (pattern.trim().split(/\s+/).length !== 5) return false;
  try {
    calculator(pattern, "UTC");
    return true;
  } catch {
    return false;
  }
}

export interface CronFields {
  readonly minute: string;
  readonly hour: string;
  readonly day: string;
  readonly month: string;
  readonly weekday: string;
}

/** The five fields by name; `?` means the same as `*`. */
export function cronFields(pattern: string): CronFields {
  const [minute = "*", hour = "*", day = "*", month = "*", weekday = "*"] = pattern
    .trim()
    .split(/\s+/)
    .map((field) => (field === "?" ? "*" : field.toUpperCase()));
  return { minute, hour, day, month, weekday };
}

/** True if minute and hour are fixed values, so that gaps and folds matter to the pattern (TIME-4). */
export function isFixedTime(pattern: string): boolean {
  const { minute, hour } = cronFields(pattern);
  return !/[*/]/.test(minute) && !/[*/]/.test(hour);
}

/** True if the pattern restricts both the day of the month and the weekday: cron reads that as "or" (TIME-14). */
export function isDayOrWeekday(pattern: string): boolean {
  const { day, weekday } = cronFields(pattern);
  return day !== "*" && weekday !== "*" && !weekday.startsWith("+");
}

function calculator(pattern: string, zone: string): Cron {
  return patterns.get(
    `${zone} ${pattern}`,
    () => new Cron(pattern, { timezone: zone, mode: "5-part", fixedTimeRule: "no-wildcard" }),
  );
}
