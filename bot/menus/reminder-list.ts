import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import { beginFlow } from "../conversations/begin-flow.ts";
import { SEARCH_KEY } from "../conversations/take-answers.ts";
import type { BotParts } from "../middleware/bot-context.ts";
import { ownerWords } from "../middleware/owner-words.ts";
import { rowMark, rowTitle, rowWords } from "./row-words.ts";
import type { Screen } from "./screen.ts";

const PER_PAGE = 6;

/** Which rows are listed: all, the paused ones, or those with the words of the latest search. */
type Filter = "a" | "p" | "q";

interface Page {
  readonly rows: readonly ScheduleRow[];
  readonly filter: Filter;
  readonly number: number;
  readonly pages: number;
  /** How many rows on all pages can still fire: what has fired is only listed for a day. */
  readonly count: number;
  readonly paused: number;
}

/** ⏰ Reminders (TG-12): what comes next with its last fact, in pages; a place is a filter and a page, as in `a0`. */
export function reminderList(parts: BotParts): Screen {
  const { stores, preferences, pulse, clock } = parts;
  const { t, moment } = ownerWords(parts);
  const { due, lastFact } = rowWords(parts);
  const query = () => stores.meta.get(SEARCH_KEY) ?? "";

  /** What is still to come, soonest first, then what fired in the last day (REM-3). */
  const pageAt = (place: string): Page => {
    const everything = [...stores.schedules.live(), ...stores.schedules.fired()];
    const filter = (/^[apq]/.exec(place)?.[0] ?? "a") as Filter;
    const all = everything.filter(
      (row) => filter === "a" || (filter === "p" ? row.state === "paused" : matches(row, query())),
    );
    const pages = Math.max(1, Math.ceil(all.length / PER_PAGE));
    const asked = Number(/^[apq](\d{1,4})$/.exec(place)?.[1] ?? 0);
    const number = Math.min(pages - 1, asked);
    return {
      rows: all.slice(number * PER_PAGE, (number + 1) * PER_PAGE),
      filter,
      number,
      pages,
      count: all.filter(({ state }) => state !== "fired").length,
      paused: everything.filter(({ state }) => state === "paused").length,
    };
  };

  /** Said above the list while nothing can fire: the list itself looks as if all were well. */
  const warnings = (): string[] => {
    const now = clock.now();
    const age = pulse.age(now);
    const lines = pulse.alive(now)
      ? []
      : [t("menu-dispatcher-dead", { since: age === null ? "never" : moment(now.epochMilliseconds - age) })];
    const until = stores.pause.until(now);
    return until === null ? lines : [...lines, t("menu-paused", { until: moment(until) })];
  };

  return {
    id: "reminders",
    start: "a0",
    fingerprint(place) {
      const { rows, filter, number, pages, paused } = pageAt(place);
      const shown = rows.map(({ id, state }) => `${id}${state}`);
      return [preferences.locale(), filter, number, pages, paused > 0, filter === "q" && query(), ...shown].join(" ");
    },
    text(place) {
      const { rows, filter, count, number, pages } = pageAt(place);
      const heading = t("menu-reminders", { filter, query: query(), count, page: number + 1, pages });
      const lines = rows.map((row) => {
        const fact = row.state === "pending" ? lastFact(row) : "";
        return [`${rowMark(row)} ${rowTitle(row, 80)}`, due(row), fact].filter(Boolean).join("\n    ");
      });
      const body = rows.length === 0 ? t("menu-reminders-empty", { filter }) : lines.join("\n");
      return [heading, ...warnings(), body].join("\n\n");
    },
    buttons(add, place) {
      const { rows, filter, number, pages, paused } = pageAt(place);
      for (const row of rows)
        add(`${rowMark(row)} ${rowTitle(row, 40)}`, () => ({
          screen: "reminder",
          place: `${row.id}.${filter}${number}`,
        })).row();
      if (pages > 1) {
        const turn = (by: number) => ({ screen: "reminders", place: `${filter}${(number + pages + by) % pages}` });
        add(t("button-previous"), () => turn(-1));
        add(t("button-next"), () => turn(1)).row();
      }
      add(t("button-add"), (ctx) => beginFlow(parts, ctx, { kind: "add", text: null, card: null, target: null }));
      add(t("button-search"), (ctx) => beginFlow(parts, ctx, { kind: "search" })).row();
      if (filter !== "a") add(t("button-all"), () => ({ screen: "reminders", place: "a0" }));
      else if (paused > 0) add(t("button-paused"), () => ({ screen: "reminders", place: "p0" }));
      add(t("button-back"), () => ({ screen: "main" }));
    },
  };
}

function matches(row: ScheduleRow, query: string): boolean {
  const words = query.toLocaleLowerCase();
  return `${row.name ?? ""}\n${row.text}`.toLocaleLowerCase().includes(words);
}
