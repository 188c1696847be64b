import { parseWhen } from "#core/time/parse-when.ts";
import { beginPause, endPause } from "../actions/pause.ts";
import type { BotParts } from "../context/bot-context.ts";
import { markMessage } from "../edits/mark-message.ts";
import { snoozeWhen } from "../views/snooze-choices.ts";
import { type PressHandler, pressIsGone } from "./press-handler.ts";

/** The buttons of `/pause` (TG-19). */
export function pausePresses(parts: BotParts): Record<"pause-for" | "pause-end", PressHandler> {
  const { clock, preferences } = parts;

  return {
    "pause-for": async (ctx, [choice = ""]) => {
      const now = clock.now();
      const zone = preferences.zone();
      const words = snoozeWhen(choice, now, zone, preferences.settings().defaults.hour);
      const hints = preferences.hints();
      const when =
        words === undefined ? undefined : parseWhen(words, { now, zone, locale: preferences.locale(), hints });
      const until = when?.ok ? when.next[0] : undefined;
      if (!until) return pressIsGone(ctx, parts);
      ctx.commit((effects) => effects.say(beginPause(parts, until, effects.now)));
      await markMessage(ctx, null, []);
    },

    "pause-end": async (ctx) => {
      ctx.commit(({ now, say }) => say(endPause(parts, now)));
      await markMessage(ctx, null, []);
    },
  };
}
