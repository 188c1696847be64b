import { parseWhen } from "#core/time/parse-when.ts";
import { nextRuns } from "#core/time/recurrence.ts";
import { HINTS } from "./phrase-suites.ts";

const PHRASES = [
  ["en", "tomorrow at 5pm"],
  ["en", "in 3 days"],
  ["en", "every 2 weeks on friday at 17:00"],
  ["en", "every 45 minutes"],
  ["ru", "в полночь"],
  ["ru", "каждый день в 2:30"],
  ["zh", "3分钟后"],
  ["zh", "每月最后一天18点"],
  ["en", "2027-03-28T02:30"],
] as const;

/** What the words of several languages mean in several zones around a change of clocks, with the next due times. */
export function digest(): string {
  const lines: string[] = [];
  for (const zone of ["Europe/Berlin", "Australia/Lord_Howe", "America/St_Johns", "Asia/Shanghai"]) {
    for (const now of ["2026-10-14T08:00:00Z", "2026-10-24T22:30:00Z", "2027-03-27T23:10:00Z"]) {
      for (const [locale, words] of PHRASES) {
        const instant = Temporal.Instant.from(now);
        const result = parseWhen(words, { now: instant, zone, locale, hints: HINTS });
        const runs = result.ok ? nextRuns(result.schedule, instant, 20).join(" ") : result.error.code;
        lines.push(`${zone} ${now} ${words} ${runs} ${JSON.stringify(result)}`);
      }
    }
  }
  return lines.join("\n");
}
