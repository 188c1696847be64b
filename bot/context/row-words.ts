import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import { instantOfLocal } from "#core/time/resolve-local.ts";
import { isOnce } from "#core/time/schedule.ts";
import type { Firing } from "#stores/schedules/firings.ts";
import type { BotParts } from "./bot-context.ts";
import { ownerWords } from "./owner-words.ts";

/** How a row of ⏰ is told in one line (TG-12). */
export interface RowWords {
  /** When it comes and how long that is, or that it is paused, or what became of it. */
  due(row: ScheduleRow): string;
  /** When it comes, as it was set: the instant of a single time, the rule of a recurring one. */
  rule(row: ScheduleRow): string;
  /** What became of a firing; never more than is known (REM-8, REM-17). */
  fact(firing: Firing): string;
  /** What became of the newest firing of a row; empty if there is none. */
  lastFact(row: ScheduleRow): string;
}

export function rowWords(parts: BotParts): RowWords {
  const { stores } = parts;
  const { t, moment, distance, schedule } = ownerWords(parts);
  const fact = (firing: Firing): string =>
    t("menu-last-fact", {
      outcome: firing.state === "interrupted" && firing.delivered ? "sent" : firing.state,
      kind: firing.kind,
      at: moment(firing.settledAt ?? firing.dueAt),
      error: firing.error ?? "",
    });
  const lastFact = (row: ScheduleRow): string => {
    const firing = stores.firings.latest(row.id);
    return firing ? fact(firing) : "";
  };
  return {
    fact,
    lastFact,
    rule(row) {
      const { schedule: set } = row;
      if (set.type === "once") return moment(instantOfLocal(set.local, set.zone).epochMilliseconds);
      return set.type === "instant" ? moment(Temporal.Instant.from(set.at).epochMilliseconds) : schedule(set);
    },
    due(row) {
      if (row.state === "paused") return t("menu-reminder-paused");
      if (row.state === "unconfirmed") return t("menu-reminder-unconfirmed");
      return row.nextRunAt === null ? lastFact(row) : `${moment(row.nextRunAt)} · ${distance(row.nextRunAt)}`;
    },
  };
}

/** What a row is, at a glance. */
export function rowMark(row: ScheduleRow): string {
  if (row.state === "paused") return "⏸";
  if (row.state === "fired") return "✓";
  if (row.state === "unconfirmed") return "❔";
  if (row.kind === "command") return "⚙️";
  return isOnce(row.schedule) ? "⏰" : "🔁";
}

/** A row's name, or its text in one line. */
export function rowTitle(row: Pick<ScheduleRow, "name" | "text">, length: number): string {
  const line = (row.name ?? row.text).replace(/\s+/g, " ").trim();
  return line.length <= length
    ? line
    : `${line
        .slice(0, length - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
