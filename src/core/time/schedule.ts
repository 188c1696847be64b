import { z } from "zod";

/** When a recurrence stops. `until` is the last allowed instant; `count` is how the owner said it, already turned into `until`. */
const endsSchema = z.strictObject({
  until: z.iso.datetime(),
  count: z.int().positive().optional(),
});

const zone = z.string().min(1);
/** `2026-12-05T18:30` or with seconds: wall-clock time without a zone. */
const localDateTime = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/);

/**
 * A schedule keeps the owner's wall-clock time and IANA zone; instants are derived from it (TIME-1).
 *
 * - `once`: a local time in a zone, or an exact instant (`in 20 minutes`), where `zone` is for display only.
 * - `cron`: five fields, wall clock in `zone`.
 * - `interval`: elapsed time (`every`, an ISO duration of hours, minutes, seconds) from `anchor`.
 * - `rrule`: an RFC 5545 rule from the local `dtstart`, wall clock in `zone`.
 */
export const scheduleSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("once"), local: localDateTime, zone }),
  z.strictObject({ type: z.literal("instant"), at: z.iso.datetime(), zone }),
  z.strictObject({
    type: z.literal("cron"),
    pattern: z.string(),
    zone,
    from: z.iso.datetime().optional(),
    ends: endsSchema.optional(),
  }),
  z.strictObject({
    type: z.literal("interval"),
    every: z.string(),
    anchor: z.iso.datetime(),
    zone,
    ends: endsSchema.optional(),
  }),
  z.strictObject({
    type: z.literal("rrule"),
    rule: z.string(),
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
