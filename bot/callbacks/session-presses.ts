import { readId } from "#core/outbox/callback-data.ts";
import type { ButtonInput } from "#core/outbox/payload.ts";
import type { BotParts } from "../context/bot-context.ts";
import { ownerWords } from "../context/owner-words.ts";
import { keyboardWithout, markLine, markMessage } from "../edits/mark-message.ts";
import { type PressHandler, pressIsGone } from "./press-handler.ts";

/** The buttons about a conversation: go on or drop after a restart (AGT-21), show an answer that may be lost, answer an edit. */
export function sessionPresses(parts: BotParts): Record<"continue" | "drop" | "show-reply" | "again", PressHandler> {
  const { stores, agent } = parts;
  const { t } = ownerWords(parts);

  return {
    continue: async (ctx, [id]) => {
      const session = stores.sessions.get(readId(id) ?? 0);
      if (!session) return pressIsGone(ctx, parts);
      // Committed first: a crash in between leaves the button where it is, and the press can be repeated.
      ctx.commit(() => undefined);
      if (!agent.continueInterrupted(session.id)) return pressIsGone(ctx, parts);
      await ctx.press.answer(t("press-continue"));
      await markMessage(ctx, null, []);
    },

    drop: async (ctx, [id]) => {
      const session = stores.sessions.get(readId(id) ?? 0);
      if (!session) return pressIsGone(ctx, parts);
      // A press that waited while Vigil was down may not be meant any more: what destroys is asked again (TG-15).
      if (!(await ctx.press.answer())) {
        const button: ButtonInput = { label: "notice-interrupted-drop", action: "drop", args: [session.id] };
        ctx.commit(({ say }) => say({ kind: "notice", code: "drop-again", buttons: [[button]] }));
        return;
      }
      if (ctx.commit(() => agent.dropInterrupted(session.id))) await markLine(ctx, t("mark-dropped"));
      else await markMessage(ctx, null, []);
    },

    "show-reply": async (ctx, [id]) => {
      const payload = stores.outbox.get(readId(id) ?? 0)?.payload;
      if (payload?.kind !== "reply") return pressIsGone(ctx, parts);
      ctx.commit(({ say }) => say(payload));
      await markMessage(ctx, null, []);
    },

    again: async (ctx) => {
      // Telegram hands the edited message over as it is now.
      const edited = ctx.callbackQuery?.message?.date ? ctx.callbackQuery.message.reply_to_message : undefined;
      const text = edited?.text ?? edited?.caption;
      if (text === undefined) return pressIsGone(ctx, parts);
      ctx.commit(({ now }) => stores.messages.addPending(ctx.place.session.id, text, now));
      await ctx.press.answer(t("press-again"));
      await markMessage(
        ctx,
        null,
        keyboardWithout(ctx, (data) => data.startsWith("again:")),
      );
    },
  };
}
