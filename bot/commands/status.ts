import type { PayloadInput } from "#core/outbox/payload.ts";
import type { BotParts } from "../context/bot-context.ts";
import { ownerWords } from "../context/owner-words.ts";

/** `/status`: what runs, what waits, what it costs, and what comes next. `startedAt` is when this process began. */
export function statusNotice(parts: BotParts, startedAt: Temporal.Instant): PayloadInput {
  const { stores, clock, config, preferences } = parts;
  const { moment, distance } = ownerWords(parts);
  const now = clock.now();
  const zone = preferences.zone();
  const today = now.toZonedDateTimeISO(zone).startOfDay().toInstant();
  const usage = stores.turns.usageSince(today);
  const next = stores.schedules.live().find((row) => row.state === "pending" && row.nextRunAt !== null)?.nextRunAt;
  const until = stores.pause.until(now);
  return {
    kind: "notice",
    code: "status",
    params: {
      model: config.model,
      zone,
      running: stores.turns.running().length,
      waiting: stores.messages.sessionsWithPending().length,
      outbox: stores.outbox.backlog(now, until !== null).waiting,
      schedules: stores.schedules.countLive(),
      paused: until === null ? "no" : moment(until),
      next: next ? `${moment(next)} · ${distance(next)}` : "none",
      turns: usage.turns,
      input: usage.inputTokens,
      output: usage.outputTokens,
      hours: Math.floor(startedAt.until(now).total("hours")),
      minutes: Math.floor(startedAt.until(now).total("minutes")) % 60,
    },
  };
}
