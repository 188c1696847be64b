import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_SETTINGS, readSettings, SETTING_FIELDS, valueAt, withSetting } from "#core/settings/read-settings.ts";

test("SET-1: nothing written means the defaults, without a diagnostic", () => {
  const { settings, diagnostics } = readSettings({});
  expect(diagnostics).toEqual([]);
  expect(settings).toMatchObject({
    language: null,
    timezone: null,
    defaults: { hour: "09:00", waking: "07:00-23:00" },
    turns: {
      concurrency: 4,
      limits: { connect: 10, firstToken: 45, stall: 45, tool: 120, chatTurn: 600, reminderTurn: 300 },
    },
    budget: { dailyUsd: null },
    tools: { bash: "ask" },
    reminders: { maxLive: 500, keepFiringsDays: 90 },
    alerts: { repeatDays: 7 },
    quietHours: "23:00-08:00",
    night: { calls: 40, maxCalls: 160, inputTokens: 300_000, maxInputTokens: 1_200_000, raisesPerNight: 3 },
    mcp: {},
  });
});

test("SET-1: an invalid field reads as its default and is named; its neighbours count", () => {
  const { settings, diagnostics } = readSettings({
    turns: { concurrency: 33, limits: { tool: 60 } },
    tools: { bash: "yes" },
    reminders: 7,
    timezone: "europe/berlin",
  });
  expect(settings.turns).toMatchObject({ concurrency: 4, limits: { tool: 60, stall: 45 } });
  expect(settings.tools.bash).toBe("ask");
  expect(settings.reminders).toEqual(DEFAULT_SETTINGS.reminders);
  expect(settings.timezone).toBe("Europe/Berlin");
  expect(diagnostics.map((d) => d.key)).toEqual(["turns.concurrency", "tools.bash", "reminders"]);
});

test("SET-1: a soft limit is at most its valid ceiling", () => {
  const over = readSettings({ night: { calls: 900, maxCalls: 100 } });
  expect(over.settings.night.calls).toBe(40);
  expect(over.diagnostics.map((d) => [d.key, d.code])).toEqual([["night.calls", "over_ceiling"]]);
  const invalid = readSettings({ night: { calls: -1, maxCalls: 20 } });
  expect(invalid.settings.night.calls).toBe(20);
  expect(readSettings({ night: { maxCalls: 20 } })).toMatchObject({
    settings: { night: { calls: 20 } },
    diagnostics: [],
  });
});

test("SET-1: writing keeps unknown keys, and taking a key away leaves no empty groups behind that were not there", () => {
  const before = { future: { a: 1 }, turns: { mine: true } };
  const after = withSetting(before, "turns.concurrency", 8);
  expect(after).toEqual({ future: { a: 1 }, turns: { mine: true, concurrency: 8 } });
  expect(before.turns).toEqual({ mine: true });
  expect(withSetting(after, "turns.concurrency", undefined)).toEqual(before);
  expect(withSetting({}, "budget.dailyUsd", undefined)).toEqual({});
});

test("SET-1: whatever the file holds, the settings are valid and nothing throws", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...Object.keys(DEFAULT_SETTINGS), "__proto__", "x"), fc.jsonValue()),
      (raw) => {
        const { settings } = readSettings(raw as Record<string, unknown>);
        expect(readSettings(settings as unknown as Record<string, unknown>)).toEqual({ settings, diagnostics: [] });
      },
    ),
  );
});

test("the table of docs/configuration.md and the schema name the same settings with the same defaults", () => {
  const docs = readFileSync(new URL("../../../docs/configuration.md", import.meta.url), "utf8");
  const rows = [...docs.matchAll(/^\| `([a-z][\w.]*)` \| (.+?) \|/gm)].map(([, key, shown]) => [key!, shown!] as const);
  expect(rows.map(([key]) => key)).toEqual([...SETTING_FIELDS.keys()]);
  for (const [key, shown] of rows) {
    const value = valueAt(DEFAULT_SETTINGS, key);
    expect(shown, key).toBe(value === null ? "none" : `\`${JSON.stringify(value)}\``);
  }
});
