import { readFileSync } from "node:fs";
import { parseWhen } from "#core/time/parse-when.ts";
import type { Locale } from "#core/ports.ts";
const [file, locale = "en", at = "2026-10-14T08:00:00Z", rec] = process.argv.slice(2);
for (const line of readFileSync(file!, "utf8").split("\n").filter(Boolean)) {
  const r = parseWhen(line, { now: Temporal.Instant.from(at), zone: "Europe/Berlin", locale: locale as Locale, hints: { defaultHour: "09:00", waking: "07:00-23:00", ...(rec ? { recurring: true } : {}) } });
  if (r.ok) {
    const s: any = r.schedule;
    const d = s.type === "once" ? s.local : s.type === "instant" ? r.next[0]!.toZonedDateTimeISO("Europe/Berlin").toPlainDateTime().toString() + " (instant)" : s.type === "cron" ? `CRON ${s.pattern}${s.from ? " from " + s.from : ""}` : s.type === "rrule" ? `RRULE ${s.rule} ${s.dtstart}` : `EVERY ${s.every} anchor ${s.anchor}`;
    const dow = r.next[0]!.toZonedDateTimeISO("Europe/Berlin").toLocaleString("en", { weekday: "short" });
    console.log(line.padEnd(52), "→", d, dow, s.ends ? `ends ${s.ends.until}${s.ends.count ? "#" + s.ends.count : ""}` : "", r.rest ? `| rest "${r.rest}"` : "", r.readings.length ? `| also ${r.readings.map((x) => String(x.next[0]!.toZonedDateTimeISO("Europe/Berlin").toPlainDateTime())).join(" ")}` : "", r.notes.map((n) => n.code + (n.params ? JSON.stringify(n.params) : "")).join(" "));
  } else console.log(line.padEnd(52), "✗", r.error.code, JSON.stringify(r.error.params), r.error.alternatives.map((a) => String(a.next[0])).join(" "));
}
