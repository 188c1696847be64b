import { GrammyError, HttpError, type MiddlewareFn, type Transformer } from "grammy";
import { classifyFault } from "../refusals.ts";
import type { BotContext, BotParts, Press } from "./bot-context.ts";

const EDITS = new Set(["editMessageText", "editMessageReplyMarkup"]);

/**
 * Answers every press, whatever its handler does: at the latest before the first edit, which may be slow, and always
 * in the end (TG-10). What Telegram refuses about a press never fails its update: the press is a nicety of the
 * screen, and its effects are in the store.
 */
export function answerPresses({ log, words, preferences }: BotParts): MiddlewareFn<BotContext> {
  return async (ctx, next) => {
    if (!ctx.callbackQuery) return next();
    const press = createPress(ctx, (error) =>
      log.warn({ update: ctx.update.update_id, err: error }, "a press could not be answered"),
    );
    ctx.press = press;
    ctx.api.config.use(answerBeforeEdits(press));
    try {
      await next();
    } catch (error) {
      if (!(error instanceof GrammyError || error instanceof HttpError)) {
        await press.answer(words.t(preferences.locale(), "press-failed"));
        throw error;
      }
      // An edit that changes nothing is a success (OUT-9).
      if (classifyFault(error).kind !== "not_modified")
        log.warn({ update: ctx.update.update_id, err: error }, "the message of a press could not be edited");
    }
    await press.answer();
  };
}

function createPress(ctx: BotContext, failed: (error: unknown) => void): Press {
  let answered: Promise<boolean> | undefined;
  return {
    answer(text, { alert = false } = {}) {
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

/** An edit may be slow: the press is answered before it. */
function answerBeforeEdits(press: Press): Transformer {
  return async (prev, method, payload, signal) => {
    if (EDITS.has(method)) await press.answer();
    return prev(method, payload, signal);
  };
}

/** Telegram's limit for a toast is 200 characters. */
function clip(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 199)}…`;
}
