import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { HealthContext, TelegramAnswer } from "#health/check.ts";
import { openHome } from "#stores/home/home.ts";
import { Pulse } from "#stores/home/pulse.ts";
import { Preferences } from "#stores/settings/preferences.ts";
import { SettingsStore } from "#stores/settings/settings.ts";
import { openStores, type Stores } from "#stores/stores.ts";

export const NOW = Temporal.Instant.from("2026-12-01T08:00:00Z");

/** A healthy home with a running process, real token, model and zone; `context()` is what the checks see of it. */
export interface HealthWorld extends Disposable {
  readonly stores: Stores;
  readonly context: (over?: Partial<HealthContext>) => HealthContext;
}

export function healthWorld(): HealthWorld {
  const root = mkdtempSync(path.join(tmpdir(), "vigil-health-"));
  const home = openHome(root, { create: true });
  const stores = openStores({ file: home.store, release: "0" });
  const settings = new SettingsStore(home.settings);
  new Pulse(home.tick).touch(NOW.subtract({ seconds: 1 }));
  stores.meta.set("telegram_contact_at", String(NOW.epochMilliseconds - 20_000));
  return {
    stores,
    context: (over = {}) => ({
      now: NOW,
      home,
      checkout: fileURLToPath(new URL("../../", import.meta.url)),
      node: "26.10.0",
      stores,
      settings,
      environment: {},
      preferences: new Preferences({
        settings,
        owners: stores.owners,
        defaults: { timezone: null, locale: null, hostZone: "Europe/Berlin" },
      }),
      instance: { pid: 7, startedAt: "2026-12-01T07:00:00Z", version: "0" },
      version: "0",
      model: { name: "openai/gpt-5", keyMissing: false },
      telegram: async (method) => answered(method === "getMe" ? { username: "vigil_bot" } : { url: "" }),
      ...over,
    }),
    [Symbol.dispose]() {
      stores.db.close();
      rmSync(root, { recursive: true });
    },
  };
}

/** What the Bot API answers, its clock `aheadSeconds` before ours. */
export function answered(result: unknown, aheadSeconds = 0): TelegramAnswer {
  return { kind: "ok", result, serverTime: NOW.add({ seconds: aheadSeconds }), askedAt: NOW, answeredAt: NOW };
}
