import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import type { BotParts } from "../context/bot-context.ts";
import { ownerWords } from "../context/owner-words.ts";
import { rowMark, rowTitle, rowWords } from "../context/row-words.ts";
import type { Screen } from "./screen.ts";

const PER_PAGE = 8;

/** A line of the day: what has fired, with what became of it, or what is still to come. `row` is null once it was swept. */
interface DayItem {
  readonly at: number;
  readonly line: string;
  readonly row: ScheduleRow | null;
}

/** 📅 Today (TG-19): the reminders and commands of the day in the order of their times; a place is a page. */
export function todayScreen(parts: BotParts): Screen {
  const { stores, clock, preferences } = parts;
  const { t, day, clockTime, distance, moment } = ownerWords(parts);
  const { fact } = rowWords(parts);

  const items = (): DayItem[] => {
    const midnight = clock.now().toZonedDateTimeISO(preferences.zone()).startOfDay();
    const next = midnight.add({ days: 1 });
    const until = next.epochMilliseconds;
    const fired = stores.firings.dueBetween(midnight.toInstant(), next.toInstant()).map((firing): DayItem => {
      const row = stores.schedules.get(firing.scheduleId) ?? null;
      const line = `${clockTime(firing.dueAt)} ${rowTitle(firing, 60)}\n    ${fact(firing)}`;
      return { at: firing.dueAt, row, line };
    });
    const coming = stores.schedules.live().flatMap((row): DayItem[] => {
      if (row.nextRunAt === null || row.nextRunAt >= until || row.state !== "pending") return [];
      const line = `${clockTime(row.nextRunAt)} ${rowMark(row)} ${rowTitle(row, 60)}\n    ${distance(row.nextRunAt)}`;
      return [{ at: row.nextRunAt, row, line }];
    });
    return [...fired, ...coming].sort((a, b) => a.at - b.at);
  };

  const pageAt = (place: string) => {
    const all = items();
    const pages = Math.max(1, Math.ceil(all.length / PER_PAGE));
    const number = Math.min(pages - 1, /^\d{1,3}$/.test(place) ? Number(place) : 0);
    const shown = all.slice(number * PER_PAGE, (number + 1) * PER_PAGE);
    // A row that fires several times a day has one button.
    const rows = [...new Map(shown.flatMap(({ row }) => (row ? [[row.id, row] as const] : []))).values()];
    return { shown, rows, number, pages };
  };

  return {
    id: "today",
    start: "0",
    fingerprint(place) {
      const { rows, number, pages } = pageAt(place);
      return [preferences.locale(), number, pages, ...rows.map(({ id, state }) => `${id}${state}`)].join(" ");
    },
    text(place) {
      const { shown } = pageAt(place);
      const until = stores.pause.until(clock.now());
      return [
        t("menu-today", { day: day(clock.now().epochMilliseconds) }),
        ...(until === null ? [] : [t("menu-paused", { until: moment(until) })]),
        shown.length === 0 ? t("menu-today-empty") : shown.map(({ line }) => line).join("\n"),
      ].join("\n\n");
    },
    buttons(add, place) {
      const { rows, number, pages } = pageAt(place);
      for (const row of rows)
        add(`${rowMark(row)} ${rowTitle(row, 40)}`, () => ({
          screen: "reminder",
          place: `${row.id}.t${number}`,
        })).row();
      if (pages > 1) {
        add(t("button-previous"), () => ({ screen: "today", place: String((number + pages - 1) % pages) }));
        add(t("button-next"), () => ({ screen: "today", place: String((number + 1) % pages) })).row();
      }
      add(t("button-refresh"), () => ({ screen: "today", place: String(number) }));
      add(t("button-back"), () => ({ screen: "main" }));
    },
  };
}
