import { nextRun, nextRuns } from "../recurrence.ts";
import { resolveLocal } from "../resolve-local.ts";
import type { Schedule } from "../schedule.ts";
import { type Built, unreadable } from "./built.ts";
import type { DateMeaning, SpokenSpan } from "./fragment.ts";
import type { Intent } from "./intent.ts";
import { type Outcome, type ResolveContext, refuse } from "./outcome.ts";
import { noSuchDate, resolveDate } from "./resolve-date.ts";
import { timeOptions } from "./resolve-time.ts";

/** Firings that a count may ask for: each is computed to find the last. */
const MAX_COUNT = 1000;
const LAST_SECOND = new Temporal.PlainTime(23, 59, 59);

type Day = { readonly ok: true; readonly day: Temporal.PlainDate } | { readonly ok: false; readonly outcome: Outcome };

/** The day on which a recurrence starts or ends. */
export function resolveDay(meaning: DateMeaning, { wall, hints, locale }: ResolveContext): Day {
  const resolved = resolveDate(meaning, { today: wall.toPlainDate(), locale, conventions: hints.conventions ?? {} });
  const day = resolved.ok ? resolved.options[0]?.days[0] : undefined;
  if (day) return { ok: true, day };
  return { ok: false, outcome: refuse("when_no_such_date", resolved.ok ? { when: "" } : noSuchDate(resolved)) };
}

/** A cron schedule's `from`: the first instant of the day. */
export function startInstant(from: Temporal.PlainDate | undefined, { zone }: ResolveContext): { from?: string } {
  return from ? { from: resolveLocal(from.toPlainDateTime(), zone).instant.toString() } : {};
}

/** Turns "for two weeks", "5 times", "until 1 March" into the last allowed instant (TIME-9). */
export function withEnds(built: Built & { ok: true }, intent: Intent, context: ResolveContext): Built {
  if (intent.until) {
    const last = resolveDay(intent.until, context);
    if (!last.ok) return last;
    const spec = intent.until.time;
    const time = spec ? timeOptions(spec, undefined, context.hints)[0]!.time : LAST_SECOND;
    return endingAt(built, resolveLocal(last.day.toPlainDateTime(time), context.zone).instant);
  }
  if (intent.count !== undefined) return withCount(built, intent.count, context);
  if (!intent.lasting) return built;
  const until = afterSpan(built.schedule, intent.lasting, context);
  return until ? endingAt(built, until) : { ok: false, outcome: refuse("when_never") };
}

/** The schedule with an end after `count` due times from now. */
export function withCount(built: Built & { ok: true }, count: number, context: ResolveContext): Built {
  if (count < 1 || count > MAX_COUNT) return unreadable();
  const last = nextRuns(built.schedule, context.now, count).at(-1);
  return last ? endingAt(built, last, count) : { ok: false, outcome: refuse("when_never") };
}

function endingAt(built: Built & { ok: true }, last: Temporal.Instant, count?: number): Built {
  const { schedule } = built;
  if (schedule.type === "once" || schedule.type === "instant") return built;
  const ends = { until: last.toString(), ...(count !== undefined && { count }) };
  return { ...built, schedule: { ...schedule, ends } };
}

/** "For 8 weeks" from the first due time; the one that begins the ninth is outside. */
function afterSpan(schedule: Schedule, span: SpokenSpan, { now, zone }: ResolveContext): Temporal.Instant | null {
  const first = nextRun(schedule, now);
  if (!first || span.months > 12 * 150 || span.days > 366 * 150) return null;
  const end = first.toZonedDateTimeISO(zone).add({ months: span.months }).add({ days: span.days });
  return end.toInstant().add({ seconds: span.seconds - 1 });
}
