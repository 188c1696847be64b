import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import type { Firing } from "#stores/firings.ts";
import type { BotParts } from "../middleware/bot-context.ts";
import { ownerWords } from "../middleware/owner-words.ts";
import type { Screen } from "./screen.ts";

const PER_PAGE = 6;

/** ⏰ Reminders (TG-12): the list, one row with its last fact, and the confirmation of its removal. */
export function reminderScreens(parts: BotParts): [Screen, Screen, Screen] {
  const { stores, preferences } = parts;
  const { t, moment, distance, schedule } = ownerWords(parts);

  /** What is still to come, soonest first, then what fired in the last day (REM-3). */
  const page = (place: string): { rows: ScheduleRow[]; number: number; pages: number; all: number } => {
    const all = [...stores.schedules.live(), ...stores.schedules.fired()];
    const pages = Math.max(1, Math.ceil(all.length / PER_PAGE));
    const number = Math.min(pages - 1, /^\d{1,4}$/.test(place) ? Number(place) : 0);
    return { rows: all.slice(number * PER_PAGE, (number + 1) * PER_PAGE), number, pages, all: all.length };
  };

  const list: Screen = {
    id: "reminders",
    start: "0",
    fingerprint(place) {
      const { rows, number, pages } = page(place);
      return [preferences.locale(), number, pages, ...rows.map(({ id }) => id)].join(" ");
    },
    text(place) {
      const { rows, all, number, pages } = page(place);
      if (all === 0) return t("menu-reminders-empty");
      const lines = rows.map((row) => `${mark(row)} ${shorten(row.name ?? row.text, 80)}\n    ${due(row)}`);
      return `${t("menu-reminders", { count: all, page: number + 1, pages })}\n\n${lines.join("\n")}`;
    },
    buttons(add, place) {
      const { rows, number, pages } = page(place);
      for (const row of rows)
        add(`${mark(row)} ${shorten(row.name ?? row.text, 40)}`, () => ({
          screen: "reminder",
          place: `${row.id}.${number}`,
        })).row();
      if (pages > 1) {
        add(t("button-previous"), () => ({ screen: "reminders", place: String((number + pages - 1) % pages) }));
        add(t("button-next"), () => ({ screen: "reminders", place: String((number + 1) % pages) })).row();
      }
      add(t("button-back"), () => ({ screen: "main" }));
    },
  };

  const one: Screen = {
    id: "reminder",
    start: "",
    fingerprint: (place) => `${preferences.locale()} ${rowOf(place)?.id ?? "gone"}`,
    text(place) {
      const row = rowOf(place);
      if (!row) return t("menu-reminder-gone");
      const facts = [
        t("menu-reminder-when", { schedule: schedule(row.schedule), zone: row.schedule.zone }),
        due(row),
        lastFact(row),
      ];
      return [`${mark(row)} ${shorten(row.name ?? row.text, 1_000)}`, facts.filter(Boolean).join("\n")].join("\n\n");
    },
    buttons(add, place) {
      if (rowOf(place)) add(t("card-remove"), () => ({ screen: "remove", place })).row();
      add(t("button-back"), () => ({ screen: "reminders", place: pageOf(place) }));
    },
  };

  const remove: Screen = {
    id: "remove",
    start: "",
    fingerprint: one.fingerprint,
    text(place) {
      const row = rowOf(place);
      return row ? t("menu-remove", { text: shorten(row.name ?? row.text, 500) }) : t("menu-reminder-gone");
    },
    buttons(add, place) {
      const row = rowOf(place);
      if (row) {
        add(t("button-remove-yes"), async (ctx) => {
          // A press that waited while Vigil was down may not be meant any more: it is asked again (TG-15).
          if (!(await ctx.press.answer())) return { screen: "remove", place };
          ctx.commit(() => stores.schedules.remove(row.id));
          return {
            screen: "reminders",
            place: pageOf(place),
            note: t("menu-removed", { text: shorten(row.name ?? row.text, 80) }),
          };
        }).row();
      }
      add(t("button-back"), () =>
        row ? { screen: "reminder", place } : { screen: "reminders", place: pageOf(place) },
      );
    },
  };

  /** `r-….2` is a row and the page of the list that it was opened from. */
  function rowOf(place: string): ScheduleRow | undefined {
    return stores.schedules.get(place.split(".")[0] ?? "");
  }

  function due(row: ScheduleRow): string {
    if (row.state === "paused") return t("menu-reminder-paused");
    return row.nextRunAt === null ? lastFact(row) : `${moment(row.nextRunAt)} · ${distance(row.nextRunAt)}`;
  }

  /** What became of the newest firing; never more than is known (REM-8, REM-17). */
  function lastFact(row: ScheduleRow): string {
    const firing = stores.firings.latest(row.id);
    return firing
      ? t("menu-last-fact", {
          outcome: outcomeOf(firing),
          at: moment(firing.settledAt ?? firing.dueAt),
          error: firing.error ?? "",
        })
      : "";
  }

  return [list, one, remove];
}

function outcomeOf(firing: Firing): string {
  if (firing.state === "interrupted" && firing.delivered) return "sent";
  return firing.state;
}

function pageOf(place: string): string {
  return place.split(".")[1] ?? "0";
}

function mark(row: ScheduleRow): string {
  if (row.state === "paused") return "⏸";
  if (row.state === "fired") return "✓";
  return row.kind === "command" ? "⚙️" : "⏰";
}

function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= length
    ? line
    : `${line
        .slice(0, length - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
