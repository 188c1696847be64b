import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { acquireLock } from "#stores/files/file-lock.ts";
import { replaceFile } from "#stores/files/write-file.ts";
import { Preferences } from "#stores/settings/preferences.ts";
import { SettingsStore } from "#stores/settings/settings.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "vigil-settings-"));
  file = path.join(folder, "settings.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

const preferences = (
  settings: SettingsStore,
  defaults: { timezone?: string; hostZone?: string } = {},
  language?: string,
) =>
  new Preferences({
    settings,
    owners: {
      list: () => (language ? [{ userId: 1, name: "A", languageCode: language, pairedAt: 0, privateChatId: 1 }] : []),
    },
    defaults: { timezone: defaults.timezone ?? null, locale: null, hostZone: defaults.hostZone ?? "UTC" },
  });

test("SET-1: a file edited by hand is read live", () => {
  const store = new SettingsStore(file);
  expect(store.read().settings.tools.bash).toBe("ask");
  writeFileSync(file, '{"tools":{"bash":"off"}}');
  expect(store.read().settings.tools.bash).toBe("off");
  rmSync(file);
  expect(store.read()).toMatchObject({ settings: { tools: { bash: "ask" } }, damaged: null, optionalJobsHeld: false });
});

test.each([
  ['{"tools":{"bash":"on"},}', /line 1, column/],
  ["", /empty/],
  ["[1]", /no JSON object/],
  ['{\n "tools": {\n', /not JSON/],
])("SET-1: a damaged file %j means defaults, holds optional jobs and is never written to", (text, reason) => {
  writeFileSync(file, text);
  const store = new SettingsStore(file);
  expect(store.read()).toMatchObject({ settings: { tools: { bash: "ask" } }, optionalJobsHeld: true });
  expect(store.read().damaged).toMatch(reason);
  expect(() => store.set("tools.bash", "off")).toThrow(expect.objectContaining({ code: "settings_damaged" }));
  expect(readFileSync(file, "utf8")).toBe(text);
});

test("SET-1: a write changes its key alone and keeps unknown keys, their order and the indentation", () => {
  writeFileSync(
    file,
    '{\n    "zebra": 1,\n    "tools": {\n        "bash": "on",\n        "mine": true\n    },\n    "quietHours": "bad"\n}\n',
  );
  new SettingsStore(file).set("tools.bash", "off");
  expect(readFileSync(file, "utf8")).toBe(
    '{\n    "zebra": 1,\n    "tools": {\n        "bash": "off",\n        "mine": true\n    },\n    "quietHours": "bad"\n}\n',
  );
});

test("SEC-1: the file is made readable by its owner alone, and no draft stays behind", () => {
  const store = new SettingsStore(file);
  store.set("reminders.maxLive", 10);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  store.set("reminders.maxLive", null);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ reminders: {} });
});

test("SET-1: an edit made by hand between reading and writing stays", () => {
  writeFileSync(file, '{"quietHours":"off"}');
  // The editor saves in the very moment in which the setting is on its way; the same number of bytes, within a tick.
  let saved = false;
  const store = new SettingsStore(file, (target, text, beforeReplace) => {
    if (!saved) writeFileSync(file, '{"quietHours":"new"}');
    saved = true;
    return replaceFile(target, text, beforeReplace);
  });
  expect(store.read().settings.tools.bash).toBe("ask");
  store.set("tools.bash", "off");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ quietHours: "new", tools: { bash: "off" } });
  expect(store.read().settings.tools.bash).toBe("off");
});

test("SET-1: a link to a file kept elsewhere stays a link", () => {
  const elsewhere = path.join(folder, "dotfiles.json");
  writeFileSync(elsewhere, "{}");
  symlinkSync(elsewhere, file);
  new SettingsStore(file).set("tools.bash", "off");
  expect(JSON.parse(readFileSync(elsewhere, "utf8"))).toEqual({ tools: { bash: "off" } });
});

test("SET-1: what would be read as something else is refused", () => {
  const store = new SettingsStore(file);
  const invalid = expect.objectContaining({ code: "settings_invalid" });
  expect(() => store.set("turns.concurrency", 0)).toThrow(invalid);
  expect(() => store.set("night.calls", 161)).toThrow(invalid);
  store.set("night.calls", 100);
  expect(() => store.set("night.maxCalls", 99)).toThrow(invalid);
  expect(() => store.set("night", {})).toThrow(expect.objectContaining({ code: "settings_unknown" }));
  expect(() => store.set("__proto__.x", 1)).toThrow(expect.objectContaining({ code: "settings_unknown" }));
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ night: { calls: 100 } });
});

test("a write waits for another writer of Vigil", () => {
  const lock = acquireLock(`${file}.lock`)!;
  expect(acquireLock(`${file}.lock`, 0)).toBeNull();
  lock.release();
  new SettingsStore(file).set("tools.bash", "off");
  expect(new SettingsStore(file).read().settings.tools.bash).toBe("off");
});

test("TG-17: the owner's choice wins over the environment, the environment over the host, and UTC of a host is unknown", () => {
  const settings = new SettingsStore(file);
  expect(preferences(settings).zoneKnown()).toBe(false);
  expect(preferences(settings).zone()).toBe("UTC");
  expect(preferences(settings, { hostZone: "Etc/UTC" }).zoneKnown()).toBe(false);
  expect(preferences(settings, { hostZone: "Asia/Tokyo" }).zone()).toBe("Asia/Tokyo");
  const chosen = preferences(settings, { hostZone: "Asia/Tokyo", timezone: "UTC" });
  expect([chosen.zone(), chosen.zoneKnown()]).toEqual(["UTC", true]);
  chosen.setZone("europe/lisbon");
  expect(chosen.zone()).toBe("Europe/Lisbon");
  expect(() => chosen.setZone("Moon/Sea")).toThrow(expect.objectContaining({ code: "settings_invalid" }));
  expect(chosen.zone()).toBe("Europe/Lisbon");
});

test("I18N-1: the language is the chosen one, else that of the first owner's Telegram, else English", () => {
  const settings = new SettingsStore(file);
  expect(preferences(settings).locale()).toBe("en");
  expect(preferences(settings, {}, "zh-hans").locale()).toBe("zh");
  expect(preferences(settings, {}, "de").locale()).toBe("en");
  const russian = preferences(settings, {}, "ru");
  expect(russian.locale()).toBe("ru");
  russian.setLanguage("zh");
  expect(russian.locale()).toBe("zh");
});
