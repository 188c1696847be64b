import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import { lastSearch } from "../actions/search-reminders.ts";
import type { BotParts } from "../context/bot-context.ts";
import { ownerWords } from "../context/owner-words.ts";
import { rowMark, rowTitle, rowWords } from "../context/row-words.ts";
import { beginDialogue } from "../dialogues/begin-dialogue.ts";
import type { Screen } from "./screen.ts";

const PER_PAGE = 6;

/** Which rows are listed: all, the paused ones, or those with the words of the latest search. */
type Filter = "a" | "p" | "q";

interface Page {
  readonly rows: readonly ScheduleRow[];
  readonly filter: Filter;
  /** Of a search: its words, and whose it is, as it stands in a position. */
  readonly query: string;
  readonly searcher: string;
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

  /** What is still to come, soonest first, then what fired in the last day (REM-3). */
  const pageAt = (place: string): Page => {
    const everything = [...stores.schedules.live(), ...stores.schedules.fired()];
    const [, asFilter, asNumber, userId] = /^([apq])(\d{1,4})(?:u(\d{1,15}))?$/.exec(place) ?? [];
    const filter = (asFilter ?? "a") as Filter;
    const query = filter === "q" ? lastSearch(parts, Number(userId ?? 0)) : "";
    const all = everything.filter(
      (row) => filter === "a" || (filter === "p" ? row.state === "paused" : matches(row, query)),
    );
    const pages = Math.max(1, Math.ceil(all.length / PER_PAGE));
    const asked = Number(asNumber ?? 0);
    const number = Math.min(pages - 1, asked);
    return {
      rows: all.slice(number * PER_PAGE, (number + 1) * PER_PAGE),
      filter,
      query,
      searcher: userId ? `u${userId}` : "",
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
      const { rows, filter, query, number, pages, paused } = pageAt(place);
      const shown = rows.map(({ id, state }) => `${id}${state}`);
      return [preferences.locale(), filter, number, pages, paused > 0, query, ...shown].join(" ");
    },
    text(place) {
      const { rows, filter, query, count, number, pages } = pageAt(place);
      const heading = t("menu-reminders", { filter, query, count, page: number + 1, pages });
      const lines = rows.map((row) => {
        const fact = row.state === "pending" ? lastFact(row) : "";
        return [`${rowMark(row)} ${rowTitle(row, 80)}`, due(row), fact].filter(Boolean).join("\n    ");
      });
      const body = rows.length === 0 ? t("menu-reminders-empty", { filter }) : lines.join("\n");
      return [heading, ...warnings(), body].join("\n\n");
    },
    buttons(add, place) {
      const { rows, filter, searcher, number, pages, paused } = pageAt(place);
      for (const row of rows)
        add(`${rowMark(row)} ${rowTitle(row, 40)}`, () => ({
          screen: "reminder",
          place: `${row.id}.${filter}${number}${searcher}`,
        })).row();
      if (pages > 1) {
        const turn = (by: number) => ({
          screen: "reminders",
          place: `${filter}${(number + pages + by) % pages}${searcher}`,
        });
        add(t("button-previous"), () => turn(-1));
        add(t("button-next"), () => turn(1)).row();
      }
      add(t("button-add"), (ctx) => beginDialogue(parts, ctx, { kind: "add", text: null, card: null, target: null }));
      add(t("button-search"), (ctx) => beginDialogue(parts, ctx, { kind: "search" })).row();
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
