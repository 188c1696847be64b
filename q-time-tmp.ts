import { readFileSync } from "node:fs";
import { parseWhen } from "#core/time/parse-when.ts";
import { nextRuns } from "#core/time/recurrence.ts";
const only = process.argv[2];
for (const set of ["peer-en", "peer-zh", "own-en", "own-ru", "own-zh"]) {
  if (only && set !== only) continue;
  let right = 0, wrong = 0, none = 0, held = 0;
  const cases = JSON.parse(readFileSync(`/work/shared/data/time/${set}.json`, "utf8"));
  const t = performance.now();
  for (const c of cases) {
    const now = Temporal.PlainDateTime.from(c.now).toZonedDateTime(c.zone).toInstant();
    let r: any;
    try { r = parseWhen(c.words, { now, zone: c.zone, locale: c.locale, hints: { defaultHour: "09:00", waking: "07:00-23:00" } }); }
    catch (e) { console.log("THROW", c.id, c.words, (e as Error).stack?.split("\n").slice(0,4).join("|")); none++; continue; }
    const fits = (reading: any): boolean => c.accept.some((a: any) => {
      if (typeof a === "string" && a.startsWith("cron:")) {
        const exp = nextRuns({ type: "cron", pattern: a.slice(5), zone: c.zone }, now, 3);
        return reading.next.length === 3 && exp.every((e, i) => e.equals(reading.next[i]));
      }
      const at = reading.next[0].toZonedDateTimeISO(c.zone).toPlainDateTime();
      if (reading.schedule.type !== "once" && reading.schedule.type !== "instant") return false;
      if (typeof a === "object") { return JSON.stringify(a) && at.toString() >= String(a.from ?? a[0]).replace(" ", "T") && at.toString() <= String(a.to ?? a[1]).replace(" ", "T"); }
      if (c.kind === "date") return at.toPlainDate().toString() === a.slice(0, 10);
      if (c.kind === "time") return at.toPlainTime().equals(Temporal.PlainTime.from(a));
      return at.equals(Temporal.PlainDateTime.from(a.replace(" ", "T")));
    });
    if (!r.ok) { none++; console.log("none ", c.id, JSON.stringify(c.words), r.error.code, JSON.stringify(r.error.params), "WANT", JSON.stringify(c.accept)); }
    else if (fits(r)) right++;
    else if (r.readings.some(fits)) { held++; console.log("held ", c.id, JSON.stringify(c.words), JSON.stringify(r.schedule), c.now, "WANT", JSON.stringify(c.accept)); }
    else { wrong++; console.log("WRONG", c.id, JSON.stringify(c.words), JSON.stringify(r.schedule), c.now, "WANT", JSON.stringify(c.accept), "|", r.matched); }
  }
  console.log(set, cases.length, { right, wrong, held, none }, ((performance.now() - t) / cases.length).toFixed(3), "ms");
}
