import { expect, test } from "vitest";
import { readPauseEnd } from "#core/pause/read-pause-end.ts";
import type { Locale } from "#core/ports.ts";

const options = (locale: Locale) => ({
  now: Temporal.Instant.from("2026-12-01T10:00:00Z"),
  zone: "Europe/Berlin",
  locale,
  hints: { defaultHour: "09:00", waking: "07:00-23:00" },
});

test.each([
  ["en", "until tomorrow at 9", "2026-12-02T08:00:00Z"],
  ["en", "till 18:00", "2026-12-01T17:00:00Z"],
  ["en", "monday", "2026-12-07T08:00:00Z"],
  ["en", "2 hours", "2026-12-01T12:00:00Z"],
  ["en", "for 45 minutes", "2026-12-01T10:45:00Z"],
  ["ru", "до завтра в 9", "2026-12-02T08:00:00Z"],
  ["ru", "на 2 часа", "2026-12-01T12:00:00Z"],
  ["ru", "полчаса", "2026-12-01T10:30:00Z"],
  ["zh", "到明天早上9点", "2026-12-02T08:00:00Z"],
  ["zh", "2小时", "2026-12-01T12:00:00Z"],
] as const)("TG-19: in %s “%s” is a pause until %s", (locale, words, until) => {
  expect(readPauseEnd(words, options(locale))?.toString()).toBe(until);
});

test.each(["", "until", "every day at 9", "call Anna tomorrow", "whenever"])(
  "TG-19: “%s” is no end of a pause",
  (words) => {
    expect(readPauseEnd(words, options("en"))).toBeNull();
  },
);

test("TG-19: an end that is over is said to be so", () => {
  expect(readPauseEnd("until yesterday", options("en"))).toBe("past");
});
