import { RRuleTemporal } from "rrule-temporal";
import { BoundedCache } from "./bounded-cache.ts";

const rules = new BoundedCache<RRuleTemporal>(256);

/** Rule parts and what may stand in them. The library drops what it does not understand, which would widen the rule. */
const PARTS: Readonly<Record<string, RegExp>> = {
  FREQ: /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,3}$/,
  BYMONTH: list("([1-9]|1[0-2])"),
  BYMONTHDAY: list("-?([1-9]|[12]\\d|3[01])"),
  BYYEARDAY: list("-?([1-9]\\d?|[12]\\d\\d|3[0-5]\\d|36[0-6])"),
  BYWEEKNO: list("-?([1-9]|[1-4]\\d|5[0-3])"),
  BYDAY: list("([+-]?[1-5])?(MO|TU|WE|TH|FR|SA|SU)"),
  BYHOUR: list("(1?\\d|2[0-3])"),
  BYMINUTE: list("[1-5]?\\d"),
  BYSETPOS: list("-?([1-9]\\d{0,2})"),
  WKST: /^(MO|TU|WE|TH|FR|SA|SU)$/,
};

/** The parts of an RFC 5545 rule by name; null if it is not one that a schedule may hold (DAILY or coarser). */
export function ruleParts(rule: string): ReadonlyMap<string, string> | null {
  const parts = new Map<string, string>();
  for (const part of rule.split(";")) {
    const [name = "", value = ""] = part.split("=");
    if (!PARTS[name]?.test(value) || parts.has(name)) return null;
    parts.set(name, value);
  }
  return parts.has("FREQ") ? parts : null;
}

/**
 * The rule's next wall-clock time at or after `from`, as if the zone were UTC: gaps and folds are the caller's
 * (TIME-1). Null if the rule has ended.
 *
 * @throws Error if the rule is not valid or matches nothing within the library's bound.
 */
export function nextRuleWall(
  rule: string,
  dtstart: string,
  from: Temporal.PlainDateTime,
): Temporal.PlainDateTime | null {
  const expansion = rules.get(`${dtstart} ${rule}`, () => {
    const start = Temporal.PlainDateTime.from(dtstart).toZonedDateTime("UTC");
    return new RRuleTemporal({ rruleString: rule, dtstart: start, temporal: Temporal, cache: false });
  });
  const next = expansion.next(from.toZonedDateTime("UTC"), true);
  return next ? Temporal.PlainDateTime.from(next.toString().slice(0, 19)) : null;
}

function list(item: string): RegExp {
  return new RegExp(`^${item}(,${item}){0,60}$`);
}
