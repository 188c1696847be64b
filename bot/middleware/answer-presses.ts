import { type ApiCallFn, GrammyError, HttpError, type MiddlewareFn, type Transformer } from "grammy";
import type { MessageKey } from "#core/message-keys.ts";
import type { PayloadInput } from "#core/outbox/payload.ts";
import type { SendFault } from "#core/outbox/send-fault.ts";
import { classifyFault } from "../api/refusals.ts";
import type { BotContext, BotParts, Press } from "../context/bot-context.ts";

const EDITS = new Set(["editMessageText", "editMessageReplyMarkup"]);
/** A press is answered within a second (TG-10): an edit that takes longer than this does not hold the answer up. */
const ANSWER_WITHIN_MS = 700;
/** An edit that a passing fault met is tried once more after so long. */
const EDIT_AGAIN_MS = 300;
/** A longer silence that Telegram asks for is not waited for. */
const LONGEST_WAIT_SECONDS = 2;
/** Telegram's limit for the text of a message leaves room for ours, in UTF-16 units. */
const MAX_SAID_ANEW = 3_500;

/**
 * Answers every press, whatever its handler does: while its edit is slow, and always in the end (TG-10). What Telegram
 * refuses about a press never fails its update, whose effects are in the store: a message that is gone is said anew
 * (OUT-9), and a press whose edit does not get through is answered with a sentence.
 */
export function answerPresses(parts: BotParts): MiddlewareFn<BotContext> {
  const { log, words, preferences } = parts;
  const t = (key: MessageKey): string => words.t(preferences.locale(), key);
  return async (ctx, next) => {
    if (!ctx.callbackQuery) return next();
    const press = createPress(ctx, (error) =>
      log.warn({ update: ctx.update.update_id, err: error }, "a press could not be answered"),
    );
    ctx.press = press;
    ctx.api.config.use(careForEdits(press, parts));
    try {
      await next();
    } catch (error) {
      if (!(error instanceof GrammyError || error instanceof HttpError)) {
        await press.answer(t("press-failed"));
        throw error;
      }
      const { kind } = classifyFault(error);
      // An edit that changes nothing is a success (OUT-9).
      if (kind !== "not_modified")
        log.warn({ update: ctx.update.update_id, err: error }, "the message of a press could not be edited");
      if (kind === "edit_gone") sayAnew(ctx, press.anew ?? said(press, error), parts);
      else if (kind !== "not_modified") {
        await press.answer(t("press-not-shown"));
        // A mark whose press was answered without words is said; a menu stands as it was and can be pressed again.
        if (press.said === undefined && !press.anew) sayAnew(ctx, said(press, error), parts);
      }
    }
    await press.answer();
  };
}

function createPress(ctx: BotContext, failed: (error: unknown) => void): Press {
  let answered: Promise<boolean> | undefined;
  return {
    anew: undefined,
    said: undefined,
    answer(text, { alert = false } = {}) {
      if (!answered) this.said = text;
      answered ??= ctx
        .answerCallbackQuery({ ...(text !== undefined && { text: clip(text) }), ...(alert && { show_alert: true }) })
        .then(() => true)
        .catch((error: unknown) => {
          // Presses wait while Vigil is down, and Telegram takes no answer to an old one (TG-15).
          if (classifyFault(error).kind === "query_too_old") return false;
          failed(error);
          return true;
        });
      return answered;
    },
  };
}

/** An edit may be slow: the press is answered meanwhile. A fault that passes is given one more try. */
function careForEdits(press: Press, { clock }: BotParts): Transformer {
  const sleep = (ms: number, signal?: AbortSignal) => clock.sleep(clock.now().add({ milliseconds: ms }), signal);
  return async (prev, method, payload, signal) => {
    if (!EDITS.has(method)) return prev(method, payload, signal);
    const edited = new AbortController();
    void sleep(ANSWER_WITHIN_MS, edited.signal).then(() => (edited.signal.aborted ? undefined : press.answer()));
    try {
      const first = await tryEdit(() => prev(method, payload, signal), method);
      if ("response" in first) return first.response;
      await sleep(first.againAfterMs);
      return await prev(method, payload, signal);
    } finally {
      edited.abort();
    }
  };
}

/** One try of an edit: what came of it, or after how long it is worth another. An edit can be repeated whatever became of it. */
async function tryEdit(
  edit: () => ReturnType<ApiCallFn>,
  method: string,
): Promise<{ response: Awaited<ReturnType<ApiCallFn>> } | { againAfterMs: number }> {
  try {
    const response = await edit();
    if (response.ok) return { response };
    const againAfterMs = passesAfter(classifyFault(new GrammyError("an edit was refused", response, method, {})));
    return againAfterMs === null ? { response } : { againAfterMs };
  } catch (error) {
    const againAfterMs = passesAfter(classifyFault(error));
    if (againAfterMs === null) throw error;
    return { againAfterMs };
  }
}

function passesAfter(fault: SendFault): number | null {
  if (fault.kind === "rate_limited")
    return fault.retryAfterSeconds <= LONGEST_WAIT_SECONDS ? fault.retryAfterSeconds * 1_000 : null;
  const passes = fault.kind === "server" || fault.kind === "unreachable" || fault.kind === "outcome_unknown";
  return passes ? EDIT_AGAIN_MS : null;
}

/** What a message that could not be edited would show now; without a text of its own, what the press was answered. */
function said(press: Press, error: GrammyError | HttpError): readonly PayloadInput[] {
  const text = ("payload" in error && String(error.payload.text ?? "")) || press.said;
  if (!text) return [];
  const params = { text: text.slice(0, MAX_SAID_ANEW).toWellFormed() };
  return [{ kind: "notice", code: "message-not-shown", params }];
}

/** Says in new messages what an edit could not (OUT-9). The handler may have committed already; a replay finds the same keys. */
function sayAnew(ctx: BotContext, payloads: readonly PayloadInput[], { stores, clock }: BotParts): void {
  const key = `update:${ctx.me.id}:${ctx.update.update_id}:anew`;
  stores.db.transaction(() => {
    for (const [index, payload] of payloads.entries())
      stores.outbox.enqueue({ key: `${key}:${index}`, target: ctx.place.target, payload }, clock.now());
  });
}

/** Telegram's limit for a toast is 200 characters. */
function clip(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 199)}…`;
}
