import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#core/errors.ts";
import { LOCALES, type Locale } from "#core/ports.ts";
import { parseWhen, type WhenHints } from "#core/time/parse-when.ts";
import { nextRuns } from "#core/time/recurrence.ts";
import type { Schedule } from "#core/time/schedule.ts";
import { canonicalZone } from "#core/time/zones.ts";
import type { CliContext } from "../cli-context.ts";
import { preferencesWithoutStore } from "../open-home.ts";
import { isoWithOffset, readable } from "../output.ts";
import { refusalSentence } from "../refusal-words.ts";
import { scheduleJson, scheduleWords } from "../schedule-words.ts";

const MOST_SHOWN = 1_000;

interface Options {
  now?: string;
  zone?: string;
  locale?: string;
  count: string;
  json?: boolean;
}

/** Everything that shapes a reading; a line of standard input may replace each part but the hints. */
interface Ground {
  readonly now: Temporal.Instant;
  readonly zone: string;
  readonly locale: Locale;
  readonly hints: WhenHints;
  readonly count: number;
}

/** What is printed for one phrase. */
type Answer =
  | {
      readonly words: string;
      readonly schedule: Schedule;
      readonly next: readonly string[];
      readonly readings: readonly { readonly schedule: Schedule; readonly next: readonly string[] }[];
      readonly rest: string;
    }
  | { readonly words: string; readonly error: { readonly code: string; readonly message: string } };

const lineSchema = z.object({
  words: z.string(),
  now: z.string().optional(),
  zone: z.string().optional(),
  locale: z.string().optional(),
});

/**
 * `vigil when`: how a phrase is read, storing nothing. One that cannot be read is exit 1; among the lines of
 * standard input it is an answer like the others.
 */
export function define(command: Command, context: CliContext): void {
  command
    .argument(
      "[words...]",
      "phrase, cron pattern, ISO time or RRULE; without it one phrase or JSON object a line from standard input",
    )
    .option("--now <local>", "local time to read it at, such as 2026-03-01T07:00")
    .option("--zone <zone>", "IANA zone")
    .option("--locale <locale>", `one of ${LOCALES.join(", ")}`)
    .option("--count <n>", "how many times to show", "3")
    .option("--json", "print a JSON object a line")
    .action(async (words: string[], options: Options) => {
      const ground = groundOf(options, context);
      const print = (answer: Answer): void => {
        if (options.json) context.out(JSON.stringify(jsonOf(answer)));
        else for (const line of answerLines(answer, ground.zone)) context.out(line);
      };
      if (words.length > 0) {
        const answer = read(words.join(" "), ground);
        print(answer);
        if ("error" in answer) context.exit(1);
        return;
      }
      for await (const line of context.input) if (line.trim() !== "") print(readLine(line, ground));
    });
}

function groundOf(options: Options, context: CliContext): Ground {
  const preferences = preferencesWithoutStore(context.config());
  const count = Number(options.count);
  if (!Number.isInteger(count) || count < 1 || count > MOST_SHOWN)
    throw new AppError("usage", `--count ${options.count} is not valid; accepted: 1 to ${MOST_SHOWN}.`);
  const zone = options.zone === undefined ? preferences.zone() : zoneOf(options.zone);
  return {
    now: options.now === undefined ? context.clock.now() : instantOf(options.now, zone),
    zone,
    locale: options.locale === undefined ? preferences.locale() : localeOf(options.locale),
    hints: preferences.hints(),
    count,
  };
}

/** A line is a phrase, or a JSON object with the phrase and what differs from the command's options. */
function readLine(line: string, ground: Ground): Answer {
  if (!line.trimStart().startsWith("{")) return read(line, ground);
  let words = line;
  try {
    const given = lineSchema.parse(JSON.parse(line));
    words = given.words;
    const zone = given.zone === undefined ? ground.zone : zoneOf(given.zone);
    const now = given.now === undefined ? ground.now : instantOf(given.now, zone);
    const locale = given.locale === undefined ? ground.locale : localeOf(given.locale);
    return read(given.words, { ...ground, now, zone, locale });
  } catch (error) {
    if (error instanceof AppError) return { words, error: { code: error.code, message: error.message } };
    return {
      words,
      error: { code: "input_invalid", message: "The line is no JSON object with words, now, zone and locale." },
    };
  }
}

function read(words: string, { now, zone, locale, hints, count }: Ground): Answer {
  const result = parseWhen(words, { now, zone, locale, hints });
  if (!result.ok) return { words, error: { code: result.error.code, message: refusalSentence(result.error, zone) } };
  const times = (schedule: Schedule): string[] =>
    nextRuns(schedule, now, count).map((at) => isoWithOffset(at, schedule.zone));
  return {
    words,
    schedule: result.schedule,
    next: times(result.schedule),
    readings: result.readings.map((reading) => ({ schedule: reading.schedule, next: times(reading.schedule) })),
    rest: result.rest,
  };
}

function jsonOf(answer: Answer): object {
  if ("error" in answer) return answer;
  const readings = answer.readings.map((reading) => ({ ...reading, schedule: scheduleJson(reading.schedule) }));
  return { ...answer, schedule: scheduleJson(answer.schedule), readings };
}

function answerLines(answer: Answer, zone: string): string[] {
  if ("error" in answer) return [`${answer.words}: ${answer.error.message}`];
  const shown = (at: string): string => {
    const instant = Temporal.Instant.from(at);
    return `${readable(instant.epochMilliseconds, answer.schedule.zone)}  ${at}`;
  };
  return [
    `${answer.words}: ${scheduleWords(answer.schedule)}`,
    ...answer.next.map((at) => `  ${shown(at)}`),
    ...answer.readings.map(
      (reading) =>
        `  or ${scheduleWords(reading.schedule)}: ${reading.next[0] === undefined ? "never" : shown(reading.next[0])}`,
    ),
    ...(answer.rest === "" ? [] : [`  text: ${answer.rest}`]),
    ...(answer.schedule.zone === zone ? [] : [`  zone: ${answer.schedule.zone}`]),
  ];
}

function zoneOf(name: string): string {
  const zone = canonicalZone(name);
  if (zone.ok) return zone.zone;
  const near =
    zone.candidates.length > 0
      ? `; did you mean ${zone.candidates.join(", ")}?`
      : "; accepted: an IANA zone such as Europe/Berlin.";
  throw new AppError("when_unknown_zone", `The zone ${zone.name} is not known${near}`);
}

function localeOf(name: string): Locale {
  const locale = LOCALES.find((known) => known === name.toLowerCase());
  if (locale) return locale;
  throw new AppError("usage", `The locale ${name} is not known; accepted: ${LOCALES.join(", ")}.`);
}

/** A wall-clock time in `zone`, or an instant with its own offset. */
function instantOf(local: string, zone: string): Temporal.Instant {
  try {
    return /(?:[zZ]|[+-]\d\d:?\d\d)$/.test(local)
      ? Temporal.Instant.from(local)
      : Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant();
  } catch (cause) {
    throw new AppError("usage", `The time ${local} is not valid; accepted: a local time such as 2026-03-01T07:00.`, {
      cause,
    });
  }
}
