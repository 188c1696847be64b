import { readId } from "#core/outbox/callback-data.ts";
import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import type { Session } from "#stores/sessions/sessions.ts";
import type { BotParts } from "../context/bot-context.ts";
import { ownerWords } from "../context/owner-words.ts";
import { keyboardWithout, markLine, markMessage } from "../edits/mark-message.ts";
import { button } from "../views/keyboard.ts";
import { type PressHandler, pressIsGone } from "./press-handler.ts";

/** A keyboard with more topics than this would hide its message. */
const MOST_TOPICS = 20;
const LABEL_LENGTH = 40;

/** Under a reminder whose topic is gone: where it goes from now on (OUT-3). */
export function topicPresses(parts: BotParts): Record<"topics" | "retarget", PressHandler> {
  const { stores } = parts;
  const { t } = ownerWords(parts);

  /** The topics of the row's chat but for the one that is gone. */
  const topicsFor = (row: ScheduleRow): Session[] =>
    stores.sessions
      .list()
      .filter(
        ({ target }) =>
          target?.chatId === row.target.chatId && target.threadId !== null && target.threadId !== row.target.threadId,
      )
      .slice(0, MOST_TOPICS);
  const nameOf = (session: Session): string =>
    (session.title ?? t("topic-unnamed", { id: String(session.target?.threadId ?? 0) }))
      .slice(0, LABEL_LENGTH)
      .toWellFormed();
  const ofTopics = (data: string): boolean => /^(?:retarget|topics):/.test(data);

  return {
    topics: async (ctx, [id = ""]) => {
      const row = stores.schedules.get(id);
      if (!row) return pressIsGone(ctx, parts);
      const topics = topicsFor(row).map((session) => [
        button(nameOf(session), "retarget", row.id, session.target?.threadId ?? 0),
      ]);
      await markMessage(ctx, null, [
        ...keyboardWithout(ctx, ofTopics),
        [button(t("reminder-stay-here"), "retarget", row.id, 0)],
        ...topics,
      ]);
    },

    retarget: async (ctx, [id = "", thread]) => {
      const row = stores.schedules.get(id);
      const threadId = readId(thread);
      const topic = row && topicsFor(row).find(({ target }) => target?.threadId === threadId);
      if (!row || (threadId !== 0 && !topic)) return pressIsGone(ctx, parts);
      const target = { chatId: row.target.chatId, threadId: topic?.target?.threadId ?? null };
      ctx.commit(() => stores.schedules.change(row.id, { target }));
      await ctx.press.answer(t("press-saved"));
      const mark = topic ? t("mark-retargeted", { topic: nameOf(topic) }) : t("mark-stays-here");
      await markLine(ctx, mark, keyboardWithout(ctx, ofTopics));
    },
  };
}
