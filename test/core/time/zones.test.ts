import { expect, test } from "vitest";
import { canonicalZone, isZone, offsetAt, transitionsBetween } from "#core/time/zones.ts";

test.each([
  ["europe/berlin", "Europe/Berlin"],
  ["AMERICA/NEW_YORK", "America/New_York"],
  ["america/new york", "America/New_York"],
  ["utc", "UTC"],
  ["UTC+3", "Etc/GMT-3"],
  ["GMT-05:00", "Etc/GMT+5"],
])("TIME-13: '%s' is stored as %s", (name, zone) => {
  expect(canonicalZone(name)).toEqual({ ok: true, zone });
});

test.each(["CST", "est", "IST", "PST", "BST", "MSK"])("TIME-13: the abbreviation %s is asked about", (name) => {
  const result = canonicalZone(name);
  expect(result).toMatchObject({ ok: false, code: "when_ambiguous_zone" });
  if (!result.ok) for (const zone of result.candidates) expect(isZone(zone)).toBe(true);
});

test.each(["Mars/Olympus", "", "+25:00", "Europe", "x".repeat(500), "__proto__", "constructor"])(
  "TIME-13: '%s' is refused",
  (name) => {
    expect(canonicalZone(name)).toMatchObject({ ok: false, code: "when_unknown_zone" });
  },
);

test("TIME-13: a city is refused with its zone as a candidate", () => {
  expect(canonicalZone("Tashkent")).toMatchObject({ ok: false, candidates: ["Asia/Tashkent"] });
});

test("TIME-20: the changes of a zone within a year are a gap and a fold", () => {
  const from = Temporal.Instant.from("2026-05-01T00:00:00Z");
  const changes = transitionsBetween("Australia/Lord_Howe", from, from.add({ hours: 24 * 365 }));
  expect(changes.map(({ kind, from: start, to }) => [kind, String(start), String(to)])).toEqual([
    ["gap", "2026-10-04T02:00:00", "2026-10-04T02:30:00"],
    ["fold", "2027-04-04T01:30:00", "2027-04-04T02:00:00"],
  ]);
  expect(transitionsBetween("Asia/Tashkent", from, from.add({ hours: 24 * 365 }))).toEqual([]);
});

test("the offset of a zone follows its summer time", () => {
  expect(offsetAt("Europe/Berlin", Temporal.Instant.from("2026-07-01T00:00:00Z"))).toBe("+02:00");
  expect(offsetAt("Europe/Berlin", Temporal.Instant.from("2026-12-01T00:00:00Z"))).toBe("+01:00");
});
