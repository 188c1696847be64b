/**
 * Time zones by their IANA names (TIME-13). A name that cannot be told for certain is refused with candidates:
 * there is never a silent UTC.
 */

export type ZoneResult =
  | { readonly ok: true; readonly zone: string }
  | {
      readonly ok: false;
      readonly code: "when_unknown_zone" | "when_ambiguous_zone";
      readonly name: string;
      /** Zones that may have been meant, most likely first; empty if none is near. */
      readonly candidates: readonly string[];
    };

/** A change of a zone's offset: the local times between `from` and `to` do not exist (gap) or exist twice (fold). */
export interface Transition {
  readonly at: Temporal.Instant;
  readonly kind: "gap" | "fold";
  /** First local time that is skipped or repeated. */
  readonly from: Temporal.PlainDateTime;
  /** First local time after them. */
  readonly to: Temporal.PlainDateTime;
}

/**
 * What people write and several zones answer to. Some of these are names in the IANA database too, as fixed offsets
 * without summer time, which is hardly ever what was meant: so they are asked about.
 */
const ABBREVIATIONS: Readonly<Record<string, readonly string[]>> = {
  ADT: ["America/Halifax"],
  AEST: ["Australia/Sydney", "Australia/Brisbane"],
  AEDT: ["Australia/Sydney"],
  AST: ["America/Halifax", "Asia/Riyadh"],
  BST: ["Europe/London", "Asia/Dhaka"],
  CDT: ["America/Chicago", "America/Havana"],
  CEST: ["Europe/Berlin", "Europe/Paris"],
  CET: ["Europe/Berlin", "Africa/Algiers"],
  CST: ["America/Chicago", "Asia/Shanghai", "America/Havana"],
  CT: ["America/Chicago"],
  EDT: ["America/New_York"],
  EEST: ["Europe/Kyiv", "Europe/Athens"],
  EET: ["Europe/Kyiv", "Africa/Cairo"],
  EST: ["America/New_York", "America/Panama"],
  ET: ["America/New_York"],
  GST: ["Asia/Dubai", "Atlantic/South_Georgia"],
  HST: ["Pacific/Honolulu"],
  IST: ["Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"],
  JST: ["Asia/Tokyo"],
  KST: ["Asia/Seoul"],
  MDT: ["America/Denver"],
  MSK: ["Europe/Moscow"],
  MST: ["America/Denver", "America/Phoenix"],
  MT: ["America/Denver"],
  PDT: ["America/Los_Angeles"],
  PST: ["America/Los_Angeles", "Asia/Manila"],
  PT: ["America/Los_Angeles"],
  SST: ["Pacific/Pago_Pago", "Asia/Singapore"],
  WEST: ["Europe/Lisbon"],
  WET: ["Europe/Lisbon"],
};

/** True for an abbreviation that several zones, or no zone for certain, answer to. */
export function isZoneAbbreviation(name: string): boolean {
  return Object.hasOwn(ABBREVIATIONS, name.toUpperCase());
}

/**
 * The canonical spelling of an IANA name in any letter case; `UTC+3` is `Etc/GMT-3`.
 * Refuses an abbreviation as `when_ambiguous_zone` and anything else as `when_unknown_zone`.
 */
export function canonicalZone(name: string): ZoneResult {
  const trimmed = name.trim().replaceAll(" ", "_");
  const candidates = Object.hasOwn(ABBREVIATIONS, trimmed.toUpperCase()) ? ABBREVIATIONS[trimmed.toUpperCase()] : null;
  if (candidates) return { ok: false, code: "when_ambiguous_zone", name: trimmed, candidates };
  const offset = /^(?:utc|gmt)?([+-])0?(\d{1,2})(?::?00)?$/i.exec(trimmed);
  if (offset && Number(offset[2]) <= 12) {
    if (Number(offset[2]) === 0) return { ok: true, zone: "UTC" };
    // The sign of the Etc zones is the reverse of what everybody writes.
    return { ok: true, zone: `Etc/GMT${offset[1] === "+" ? "-" : "+"}${Number(offset[2])}` };
  }
  const zone = /^[A-Za-z][\w+/-]*$/.test(trimmed) ? spelling(trimmed) : undefined;
  if (zone) return { ok: true, zone };
  return { ok: false, code: "when_unknown_zone", name: name.trim().slice(0, 100), candidates: zonesNamedLike(trimmed) };
}

/** True if schedules can be computed in the zone of this exact name. */
export function isZone(name: string): boolean {
  return /^[A-Za-z]/.test(name) && spelling(name) === name;
}

/** Offset from UTC at an instant as `+05:30`. */
export function offsetAt(zone: string, at: Temporal.Instant): string {
  return at.toZonedDateTimeISO(zone).offset;
}

/** The changes of the zone's offset in (`after`, `until`], in order. */
export function transitionsBetween(zone: string, after: Temporal.Instant, until: Temporal.Instant): Transition[] {
  const found: Transition[] = [];
  let cursor = after.toZonedDateTimeISO(zone);
  // No zone has ever had more than a few changes a year: the bound only guards against a broken calendar library.
  for (let i = 0; i < 100; i += 1) {
    const next = cursor.getTimeZoneTransition("next");
    if (!next || Temporal.Instant.compare(next.toInstant(), until) > 0) break;
    const change = transitionAt(zone, next.toInstant());
    if (change) found.push(change);
    cursor = next;
  }
  return found;
}

/** The change of offset at exactly this instant; null if the wall clock goes on without a jump. */
function transitionAt(zone: string, at: Temporal.Instant): Transition | null {
  const after = at.toZonedDateTimeISO(zone);
  const jump = after.offsetNanoseconds - at.subtract({ nanoseconds: 1 }).toZonedDateTimeISO(zone).offsetNanoseconds;
  if (jump === 0) return null;
  const wall = after.toPlainDateTime();
  const other = wall.subtract({ nanoseconds: jump });
  return jump > 0 ? { at, kind: "gap", from: other, to: wall } : { at, kind: "fold", from: wall, to: other };
}

function spelling(name: string): string | undefined {
  try {
    return Temporal.ZonedDateTime.from({ year: 2020, month: 1, day: 1, timeZone: name }).timeZoneId;
  } catch {
    return undefined;
  }
}

/** Zones whose city has this name ("berlin", "new york"). */
function zonesNamedLike(name: string): string[] {
  const wanted = name.toLowerCase();
  if (wanted.length < 3) return [];
  return Intl.supportedValuesOf("timeZone")
    .filter((zone) => zone.slice(zone.lastIndexOf("/") + 1).toLowerCase() === wanted)
    .slice(0, 3);
}
