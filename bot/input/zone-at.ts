import { canonicalZone } from "#core/time/zones.ts";

/** The IANA zone of a place, or undefined. The map is loaded when it is first needed: hardly any start needs it. */
export async function zoneAt(latitude: number, longitude: number): Promise<string | undefined> {
  const { default: lookUp } = await import("@photostructure/tz-lookup");
  const named = canonicalZone(lookUp(latitude, longitude));
  return named.ok ? named.zone : undefined;
}
