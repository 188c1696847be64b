export interface ResolvedLocal {
  readonly instant: Temporal.Instant;
  /** `gap`: the local time does not exist and `instant` is the first one after the gap. `fold`: it exists twice, `instant` is the first. */
  readonly kind: "exact" | "gap" | "fold";
}

/** The instant of a local time in a zone: after a gap (TIME-2), the first occurrence in a fold (TIME-3). */
export function resolveLocal(local: Temporal.PlainDateTime, zone: string): ResolvedLocal {
  const earlier = local.toZonedDateTime(zone, { disambiguation: "earlier" });
  const later = local.toZonedDateTime(zone, { disambiguation: "later" });
  if (earlier.epochNanoseconds === later.epochNanoseconds) return { instant: earlier.toInstant(), kind: "exact" };
  if (earlier.toPlainDateTime().equals(local)) return { instant: earlier.toInstant(), kind: "fold" };
  // In a gap "earlier" lies before it, so the next change of offset is the gap itself.
  const end = earlier.getTimeZoneTransition("next");
  return { instant: (end ?? later).toInstant(), kind: "gap" };
}

/** {@link resolveLocal} for `2026-12-05T18:30`, the form that schedules store. */
export function instantOfLocal(local: string, zone: string): Temporal.Instant {
  return resolveLocal(Temporal.PlainDateTime.from(local), zone).instant;
}
