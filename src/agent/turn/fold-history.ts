import type { Message } from "#stores/sessions/messages.ts";
import { HISTORY_MESSAGES } from "../context/context.ts";
import { visibleText } from "../context/visible-text.ts";
import { OFFLINE } from "../models/offline-model.ts";
import { watchModel } from "../models/watch-model.ts";
import { estimateTokens } from "../usage/usage.ts";
import { phaseWatch } from "./phase-watch.ts";
import type { TurnContext, TurnState } from "./turn-context.ts";

/** Longer summaries are cut, in UTF-16 units. */
const LONGEST_SUMMARY = 4_000;
/** What of one message is folded at most. */
const LONGEST_MESSAGE = 2_000;

const INSTRUCTIONS = `You keep the memory of a long conversation between a person (Owner) and their assistant (Vigil). Write one summary that replaces the earlier part: what the owner wants, decided, and told about themselves; what was done and what is still open; names, dates and numbers exactly as they were said. No greetings, no advice, nothing that was not said. At most 300 words, in the language of the conversation.`;

/**
 * Folds the older half of a history that is over `budgetTokens` into the session's running summary (AGT-5): one model call
 * without tools. Words of others and outputs of tools are never part of it (AGT-8). What fails is only logged: the
 * context is cut then. Nothing is deleted.
 */
export async function foldHistory(state: TurnState, context: TurnContext, turnSignal: AbortSignal): Promise<void> {
  const { turn, model, meter, ai } = state;
  const { stores, clock, log } = context;
  if (model.model.provider === OFFLINE) return;
  const session = stores.sessions.get(turn.sessionId);
  const summary = session?.summary ?? null;
  const summaryTo = summary === null ? 0 : (session?.summaryTo ?? 0);
  const { messages, bytes } = stores.messages.weight(turn.sessionId, summaryTo);
  // Three bytes are at most one token by estimate, so most turns need not read anything here.
  if (messages <= HISTORY_MESSAGES && bytes / 3 <= state.budgetTokens) return;
  const rows = unfolded(stores.messages.history(turn.sessionId, 2 * HISTORY_MESSAGES), summary, summaryTo);
  const older = olderHalf(rows, turn.turnId, state.budgetTokens);
  const last = older.at(-1)?.seq;
  if (last === undefined || last === null) return;
  const prompt = [...(session?.summary ? [`Summary so far:\n${session.summary}`] : []), ...older.flatMap(asLine)].join(
    "\n\n",
  );
  // A summary that takes too long costs the summary, not the turn.
  const over = new AbortController();
  const phase = phaseWatch(
    state.limits,
    model,
    clock,
    (fault) => over.abort(new Error(fault.code)),
    () => {},
  );
  try {
    meter.begin(estimateTokens(INSTRUCTIONS + prompt));
    const result = ai.streamText({
      model: watchModel(model.model, phase.watcher),
      instructions: INSTRUCTIONS,
      messages: [{ role: "user", content: prompt }],
      maxRetries: 0,
      abortSignal: AbortSignal.any([turnSignal, over.signal]),
      ...(model.providerOptions && { providerOptions: model.providerOptions }),
      onStepEnd: ({ usage, text }) => meter.end(usage, text),
      // Without one the SDK prints the error, and with it the whole prompt.
      onError: () => {},
    });
    let text = "";
    let whole = false;
    for await (const part of result.stream) {
      if (part.type === "text-delta") text += part.text;
      if (part.type === "finish") whole = part.finishReason === "stop" || part.finishReason === "length";
      if (part.type === "error") throw part.error;
    }
    const summary = visibleText(text);
    if (!whole || summary === "") throw new Error("the summary is empty or was cut off");
    stores.sessions.fold(turn.sessionId, summary.slice(0, LONGEST_SUMMARY).toWellFormed(), last);
    log.info({ turn: turn.turnId, messages: older.length }, "the older part of a conversation was folded");
  } catch (error) {
    if (!turnSignal.aborted)
      log.warn({ turn: turn.turnId, err: error }, "a conversation could not be folded; its beginning is left out");
  } finally {
    phase.stop();
  }
}

/** The messages that the running summary does not hold. */
export function unfolded(rows: readonly Message[], summary: string | null, summaryTo: number): Message[] {
  return rows.filter((row) => summary === null || (row.seq ?? 0) > summaryTo);
}

/** What is folded: so much of the beginning that the rest fits half of the budget and begins with a message of the owner. */
function olderHalf(rows: readonly Message[], turnId: string, budgetTokens: number): Message[] {
  const sizes = rows.map((row) => estimateTokens(JSON.stringify(row.content)));
  if (rows.length <= HISTORY_MESSAGES && sizes.reduce((sum, size) => sum + size, 0) <= budgetTokens) return [];
  let kept = 0;
  let from = rows.length;
  const least = rows.length - HISTORY_MESSAGES / 2;
  while (from > 0 && from > least && kept + sizes[from - 1]! <= budgetTokens / 2) kept += sizes[--from]!;
  // The running turn stays whole.
  const own = rows.findIndex((row) => row.turnId === turnId);
  if (own >= 0) from = Math.min(from, own);
  const begin = rows.findIndex((row, index) => index >= from && row.role === "user");
  return rows.slice(0, begin >= 0 && (own < 0 || begin <= own) ? begin : from);
}

function asLine(row: Message): string[] {
  if (row.role === "tool") return [];
  if (row.untrusted) return [`(Owner showed words of ${row.source ?? "somebody else"}.)`];
  const text = (
    typeof row.content === "string"
      ? row.content
      : row.content
          .flatMap((part) => (typeof part.text === "string" && part.type === "text" ? [part.text] : []))
          .join("\n")
  ).trim();
  if (text === "") return [];
  return [`${row.role === "user" ? "Owner" : "Vigil"}: ${text.slice(0, LONGEST_MESSAGE).toWellFormed()}`];
}
