import type { Home } from "#stores/home/home.ts";
import type { Preferences } from "#stores/settings/preferences.ts";
import type { SettingsStore } from "#stores/settings/settings.ts";
import type { Stores } from "#stores/stores.ts";

/** What a check found. `params` are plain values for whoever puts the code into words. */
export interface CheckResult {
  readonly state: "ok" | "warn" | "fail";
  /** Names the finding; the remedy goes with it. */
  readonly code: HealthCode;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** One fact about Vigil's health (OPS-4). */
export interface Check {
  readonly name: string;
  /** Reads whole files or asks the network: left out where an answer is wanted at once. */
  readonly slow?: boolean;
  run(context: HealthContext): CheckResult | Promise<CheckResult>;
}

/** Everything that the checks look at. */
export interface HealthContext {
  readonly now: Temporal.Instant;
  readonly home: Home;
  /** The folder of the checkout, with `package.json` and `node_modules`. */
  readonly checkout: string;
  /** Version of the running Node, without the `v`. */
  readonly node: string;
  /** Null if the store cannot be opened; `storeFault` is why. */
  readonly stores: Stores | null;
  readonly storeFault?: { readonly code: string; readonly message: string; readonly remedy?: string | undefined };
  readonly settings: SettingsStore;
  /** What `${NAME}` in the settings is read from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Null together with `stores`. */
  readonly preferences: Preferences | null;
  /** Whether a process runs over the home, and since when. */
  readonly instance: { readonly pid?: number; readonly startedAt?: string; readonly version?: string } | null;
  readonly version: string;
  /** The model as it is configured, and whether it still lacks a key. */
  readonly model: { readonly name: string; readonly keyMissing: boolean };
  /** Asks the Bot API; null on the playground, which is in the process itself. */
  readonly telegram: TelegramProbe | null;
}

/** One request to the Bot API, as the checks need it. Never rejects. */
export type TelegramProbe = (method: "getMe" | "getWebhookInfo") => Promise<TelegramAnswer>;

export type TelegramAnswer =
  | {
      readonly kind: "ok";
      readonly result: unknown;
      /** The answer's Date header, and the host's clock around the request. */
      readonly serverTime: Temporal.Instant | null;
      readonly askedAt: Temporal.Instant;
      readonly answeredAt: Temporal.Instant;
    }
  | { readonly kind: "refused"; readonly status: number; readonly description: string }
  | { readonly kind: "unreachable"; readonly reason: string };

/** Every finding that a check can come to. */
export type HealthCode =
  | "node_ok"
  | "node_old"
  | "packages_ok"
  | "packages_missing"
  | "packages_differ"
  | "home_ok"
  | "home_open_to_others"
  | "home_unwritable"
  | "disk_low"
  | "disk_almost_full"
  | "store_ok"
  | "store_damaged"
  | "store_unavailable"
  | "schema_ok"
  | "schema_differs"
  | "quarantine_empty"
  | "quarantine_rows"
  | "instance_running"
  | "instance_none"
  | "instance_other_version"
  | "pulse_alive"
  | "pulse_late"
  | "pulse_none"
  | "pulse_not_running"
  | "overdue_none"
  | "overdue_rows"
  | "overdue_waiting_for_start"
  | "next_due"
  | "next_due_none"
  | "outbox_empty"
  | "outbox_waiting"
  | "outbox_stuck"
  | "outbox_undelivered"
  | "chats_ok"
  | "chats_blocked"
  | "chats_muted"
  | "contact_ok"
  | "contact_late"
  | "contact_never"
  | "contact_not_running"
  | "poller_alone"
  | "poller_conflict"
  | "telegram_ok"
  | "telegram_playground"
  | "telegram_token_wrong"
  | "telegram_refused"
  | "telegram_unreachable"
  | "telegram_webhook"
  | "clock_ok"
  | "clock_drift"
  | "clock_unknown"
  | "zone_ok"
  | "zone_unknown"
  | "model_ok"
  | "model_offline"
  | "model_key_missing"
  | "model_failing"
  | "mcp_none"
  | "mcp_ok"
  | "mcp_variables_missing"
  | "mcp_failing"
  | "jobs_ok"
  | "jobs_failed"
  | "alerts_none"
  | "alerts_open"
  | "alerts_untold"
  | "settings_ok"
  | "settings_invalid"
  | "settings_damaged"
  | "check_failed";
