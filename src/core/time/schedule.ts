import { z } from "zod";
import { isCronPattern } from "./cron.ts";
import { ruleParts } from "./rrule.ts";
import { isZone } from "./zones.ts";

/** When a recurrence stops. `until` is the last allowed instant; `count` is how the owner said it, already turned into `until`. */
const endsSchema = z.strictObject({
  until: z.iso.datetime(),
  count: z.int().positive().optional(),
});

const zone = z.string().refine(isZone, "not an IANA zone");
/** `2026-12-05T18:30` or with seconds: wall-clock time without a zone. */
const localDateTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/)
  .refine(isLocalDateTime, "no such date or time");

/**
 * A schedule keeps the owner's wall-clock time and IANA zone; instants are derived from it (TIME-1).
 *
 * - `once`: a local time in a zone, or an exact instant (`in 20 minutes`), where `zone` is for display only.
 * - `cron`: five fields, wall clock in `zone`; no due time before `from`.
 * - `interval`: elapsed time (`every`, an ISO duration of hours, minutes, seconds) from `anchor`, the first due time.
 * - `rrule`: an RFC 5545 rule from the local `dtstart`, wall clock in `zone`; its end stands in `ends`.
 */
export const scheduleSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("once"), local: localDateTime, zone }),
  z.strictObject({ type: z.literal("instant"), at: z.iso.datetime(), zone }),
  z.strictObject({
    type: z.literal("cron"),
    pattern: z.string().refine(isCronPattern, "not a five-field cron pattern"),
    zone,
    from: z.iso.datetime().optional(),
    ends: endsSchema.optional(),
  }),
  z.strictObject({
    type: z.literal("interval"),
    every: z.string().refine(isElapsed, "not an elapsed duration of at least a second"),
    anchor: z.iso.datetime(),
    zone,
    ends: endsSchema.optional(),
  }),
  z.strictObject({
    type: z.literal("rrule"),
    rule: z.string().refine((rule) => ruleParts(rule) !== null, "not a rule of days or longer"),
    dtstart: localDateTime,
    zone,
    ends: endsSchema.optional(),
  }),
]);
export type Schedule = z.infer<typeof scheduleSchema>;

/** True for a schedule that has a single due time. */
export function isOnce(schedule: Schedule): boolean {
  return schedule.type === "once" || schedule.type === "instant";
}

function isLocalDateTime(text: string): boolean {
  try {
    Temporal.PlainDateTime.from(text, { overflow: "reject" });
    return true;
  } catch {
    return false;
  }
}

function isElapsed(text: string): boolean {
  try {
    const duration = Temporal.Duration.from(text);
    return !duration.years && !duration.months && !duration.weeks && !duration.days && duration.total("seconds") >= 1;
  } catch {
    return false;
  }
}
