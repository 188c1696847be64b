import type { MessageKey } from "#core/message-keys.ts";
import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import { isOnce } from "#core/time/schedule.ts";
import {
  type ChangeResult,
  confirmSchedule,
  pauseSchedule,
  removeSchedule,
  resumeSchedule,
  runScheduleNow,
  undoRemove,
} from "#use-cases/change-schedule.ts";
import { receiptNotice } from "../actions/receipt.ts";
import type { BotParts } from "../context/bot-context.ts";
import { ownerWords } from "../context/owner-words.ts";
import { refusalKey } from "../context/refusal-notice.ts";
import { rowMark, rowTitle, rowWords } from "../context/row-words.ts";
import { beginDialogue } from "../dialogues/begin-dialogue.ts";
import type { Destination, MenuContext, Screen, ScreenPress } from "./screen.ts";

/**
 * One row of ⏰ (TG-12), the confirmation of its removal, and the way back for a minute after it. A place is an id and
 * where Back leads: `r-….a2` is a page of the list, `r-….t0` one of today's.
 */
export function reminderScreens(parts: BotParts): [Screen, Screen, Screen] {
  const { stores, preferences } = parts;
  const { t } = ownerWords(parts);
  const { due, lastFact, rule } = rowWords(parts);
  const rowOf = (place: string): ScheduleRow | undefined => stores.schedules.get(idOf(place));

  /** Changes the row in the update's transaction; the note says what came of it. */
  const change = (
    ctx: MenuContext,
    place: string,
    act: (id: string, now: Temporal.Instant) => ChangeResult,
    done: MessageKey,
  ): Destination => {
    const result = ctx.commit(({ now }) => act(idOf(place), now));
    const note =
      result.kind === "done"
        ? t(done, { after: result.afterRunning ? "yes" : "no" })
        : t(refusalKey(result), result.params);
    // The confirmation of a change ends in the row that was changed.
    const id = result.kind === "done" ? result.row.id : idOf(place);
    return { screen: "reminder", place: `${id}.${cameFrom(place)}`, note };
  };

  const one: Screen = {
    id: "reminder",
    start: "",
    fingerprint(place) {
      const row = rowOf(place);
      if (!row) return `${preferences.locale()} gone`;
      return `${preferences.locale()} ${row.id} ${row.state} ${stores.firings.latest(row.id) !== undefined}`;
    },
    text(place) {
      const row = rowOf(place);
      if (!row) return t("menu-reminder-gone");
      const named = row.name === null ? "" : rowTitle({ name: null, text: row.text }, 1_000);
      const fact = row.nextRunAt === null && row.state === "fired" ? "" : lastFact(row);
      // The time of a single one is what it is due at; it is told while that is not.
      const single = row.nextRunAt === null ? rule(row) : "";
      const facts = [
        isOnce(row.schedule) ? single : t("menu-reminder-when", { schedule: rule(row), zone: row.schedule.zone }),
        due(row),
      ];
      return [`${rowMark(row)} ${rowTitle(row, 1_000)}`, named, [...facts, fact].filter(Boolean).join("\n")]
        .filter(Boolean)
        .join("\n\n");
    },
    buttons(add, place) {
      const row = rowOf(place);
      const actions = row ? actionsOn(row, place) : [];
      // Two a row: a third one would cut the Russian labels off.
      actions.forEach(([label, press], index) => {
        const range = add(label, press);
        if (index % 2 === 1 || index === actions.length - 1) range.row();
      });
      add(t("button-back"), () => backFrom(place));
    },
  };

  /** What can be done with a row as it stands now. */
  const actionsOn = (row: ScheduleRow, place: string): [label: string, press: ScreenPress][] => {
    const actions: [string, ScreenPress][] = [];
    if (row.state === "unconfirmed")
      actions.push([
        t("button-confirm"),
        (ctx) => change(ctx, place, (id, now) => confirmSchedule(stores, id, now), "menu-confirmed"),
      ]);
    else
      actions.push([
        t("button-run-now"),
        async (ctx) => {
          // A press that waited while Vigil was down may not be meant any more: it is asked again (TG-15).
          if (!(await ctx.press.answer())) return { screen: "reminder", place, note: t("menu-press-late") };
          return change(ctx, place, (id, now) => runScheduleNow(stores, id, now), "menu-runs-now");
        },
      ]);
    if (row.state === "pending")
      actions.push([
        t("button-pause"),
        (ctx) => change(ctx, place, (id, now) => pauseSchedule(stores, id, now), "menu-row-paused"),
      ]);
    if (row.state === "paused")
      actions.push([
        t("button-resume"),
        (ctx) => change(ctx, place, (id, now) => resumeSchedule(stores, id, now), "menu-resumed"),
      ]);
    actions.push(
      [t("button-move"), (ctx) => beginDialogue(parts, ctx, { kind: "move", scheduleId: row.id, card: null })],
      [t("button-edit"), (ctx) => beginDialogue(parts, ctx, { kind: "edit", scheduleId: row.id, text: null })],
    );
    if (stores.firings.latest(row.id))
      actions.push([
        t("reminder-why"),
        (ctx) => {
          const firing = stores.firings.latest(row.id);
          if (firing) ctx.commit(({ say }) => say(receiptNotice(firing, parts)));
          return null;
        },
      ]);
    actions.push([t("card-remove"), () => ({ screen: "remove", place })]);
    return actions;
  };

  const remove: Screen = {
    id: "remove",
    start: "",
    fingerprint: (place) => `${preferences.locale()} ${rowOf(place)?.id ?? "gone"}`,
    text(place) {
      const row = rowOf(place);
      return row ? t("menu-remove", { text: rowTitle(row, 500) }) : t("menu-reminder-gone");
    },
    buttons(add, place) {
      const row = rowOf(place);
      if (row)
        add(t("button-remove-yes"), async (ctx) => {
          // A press that waited while Vigil was down may not be meant any more: it is asked again (TG-15).
          if (!(await ctx.press.answer())) return { screen: "remove", place };
          const removed = ctx.commit(({ now }) => removeSchedule(stores, row.id, now));
          if (removed.kind === "refused") return { screen: "reminder", place };
          const note = t("menu-removed", { text: rowTitle(row, 80) });
          return { screen: "removed", place: `${removed.undoId}.${cameFrom(place)}`, note };
        }).row();
      add(t("button-back"), () => (row ? { screen: "reminder", place } : backFrom(place)));
    },
  };

  const removed: Screen = {
    id: "removed",
    start: "",
    fingerprint: () => preferences.locale(),
    text: () => t("menu-undo"),
    buttons(add, place) {
      add(t("button-unset"), (ctx) => {
        const back = ctx.commit(({ now }) => undoRemove(stores, idOf(place), now));
        return back.kind === "done"
          ? { screen: "reminder", place: `${back.row.id}.${cameFrom(place)}`, note: t("menu-undone") }
          : { ...backFrom(place), note: t(refusalKey(back), back.params) };
      }).row();
      add(t("button-back"), () => backFrom(place));
    },
  };

  return [one, remove, removed];
}

function idOf(place: string): string {
  return place.split(".")[0] ?? "";
}

function cameFrom(place: string): string {
  return place.split(".")[1] ?? "a0";
}

function backFrom(place: string): Destination {
  const from = cameFrom(place);
  return from.startsWith("t") ? { screen: "today", place: from.slice(1) } : { screen: "reminders", place: from };
}
