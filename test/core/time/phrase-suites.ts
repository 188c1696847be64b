import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locale } from "#core/ports.ts";
import { parseWhen, type Reading, type WhenHints } from "#core/time/parse-when.ts";
import { nextRuns } from "#core/time/recurrence.ts";

/** Where the phrase suites lie: beside the project, or where `VIGIL_DATA` says. */
export const DATA = join(process.env.VIGIL_DATA ?? join(import.meta.dirname, "../../../../shared/data"), "time");
export const HINTS: WhenHints = { defaultHour: "09:00", waking: "07:00-23:00" };

/** A phrase with what it may mean: a local time, a range of them, or a recurrence as `cron:`. */
export interface Phrase {
  readonly id: string;
  readonly words: string;
  readonly locale: Locale;
  readonly now: string;
  readonly zone: string;
  readonly kind: "date" | "time" | "datetime" | "recurring" | "range";
  readonly accept: readonly (string | Readonly<Record<string, string>>)[];
}

export type Verdict = "right" | "held" | "none" | "wrong";

export function readSuite(name: string): Phrase[] | null {
  const file = join(DATA, `${name}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Phrase[]) : null;
}

/** `held`: the accepted value is on a button of a two-reading card. `none`: refused. */
export function judge(phrase: Phrase): Verdict {
  const now = Temporal.PlainDateTime.from(phrase.now).toZonedDateTime(phrase.zone).toInstant();
  const result = parseWhen(phrase.words, { now, zone: phrase.zone, locale: phrase.locale, hints: HINTS });
  if (!result.ok) return "none";
  if (fits(result, phrase, now)) return "right";
  return result.readings.some((reading) => fits(reading, phrase, now)) ? "held" : "wrong";
}

function fits(reading: Reading, { accept, kind, zone }: Phrase, now: Temporal.Instant): boolean {
  const first = reading.next[0]?.toZonedDateTimeISO(zone).toPlainDateTime();
  if (!first) return false;
  return accept.some((value) => {
    if (typeof value !== "string") {
      const [from, to] = Object.values(value);
      return from !== undefined && to !== undefined && isBetween(first, from, to);
    }
    if (value.startsWith("cron:")) {
      const expected = nextRuns({ type: "cron", pattern: value.slice(5), zone }, now, 3);
      return expected.every((at, i) => reading.next[i]?.equals(at));
    }
    if (reading.schedule.type !== "once" && reading.schedule.type !== "instant") return false;
    if (kind === "date") return first.toPlainDate().equals(Temporal.PlainDate.from(value));
    if (kind === "time") return first.toPlainTime().equals(Temporal.PlainTime.from(value));
    return first.equals(Temporal.PlainDateTime.from(value.replace(" ", "T")));
  });
}

function isBetween(at: Temporal.PlainDateTime, from: string, to: string): boolean {
  const bound = (text: string): Temporal.PlainDateTime => Temporal.PlainDateTime.from(text.replace(" ", "T"));
  return Temporal.PlainDateTime.compare(at, bound(from)) >= 0 && Temporal.PlainDateTime.compare(at, bound(to)) <= 0;
}
