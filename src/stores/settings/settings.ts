import { createHash } from "node:crypto";
import { type BigIntStats, readFileSync, statSync } from "node:fs";
import { AppError } from "#core/errors.ts";
import {
  DEFAULT_SETTINGS,
  readSettings,
  SETTING_FIELDS,
  type SettingDiagnostic,
  valueAt,
  withSetting,
} from "#core/settings/read-settings.ts";
import { CEILINGS, type Settings } from "#core/settings/schema.ts";
import { acquireLock } from "../files/file-lock.ts";
import { replaceFile } from "../files/write-file.ts";

/** What `settings.json` says now. */
export interface SettingsReading {
  readonly settings: Settings;
  readonly diagnostics: readonly SettingDiagnostic[];
  /** Why the file as a whole cannot be read; null if it can, or if there is none. */
  readonly damaged: string | null;
  /** The heartbeat and every optional proactive job wait until a damaged file is repaired (SET-1). */
  readonly optionalJobsHeld: boolean;
}

type Raw = Record<string, unknown>;

const WRITE_TRIES = 10;

/** The owner's settings: a file that people edit by hand, read live (SET-1). */
export class SettingsStore {
  readonly #file: string;
  readonly #replaceFile: typeof replaceFile;
  #stamp: string | undefined;
  #reading: SettingsReading | undefined;

  /** `replace` is how the file is written; a test lets something happen in that moment. */
  constructor(file: string, replace: typeof replaceFile = replaceFile) {
    this.#file = file;
    this.#replaceFile = replace;
  }

  /** The present settings; the file is read again only if its stamp has changed. */
  read(): SettingsReading {
    const stamp = stampOf(statSync(this.#file, { bigint: true, throwIfNoEntry: false }));
    if (!this.#reading || stamp !== this.#stamp) {
      this.#reading = readingOf(this.#load());
      this.#stamp = stamp;
    }
    return this.#reading;
  }

  /** Whether the file itself names the key: a default is not the owner's choice. */
  isSet(key: string): boolean {
    return valueAt(this.#load().raw, key) !== undefined;
  }

  /**
   * Writes one key, named with dots as in `turns.concurrency`; null takes it back to its default. Everything else in
   * the file stays as it is, and an edit made by hand in the meantime is kept.
   *
   * @throws AppError `settings_unknown`, `settings_invalid`, `settings_damaged`, `settings_busy`, `disk_full`, `home_unwritable`
   */
  set(key: string, value: unknown): void {
    const field = SETTING_FIELDS.get(key);
    if (!field)
      throw new AppError("settings_unknown", `There is no setting "${key}".`, {
        remedy: "docs/configuration.md lists them.",
      });
    const parsed = value === null ? undefined : field.safeParse(value);
    if (parsed && !parsed.success)
      throw new AppError(
        "settings_invalid",
        `${key} cannot be ${JSON.stringify(value)}: ${parsed.error.issues[0]?.message}.`,
      );
    const lock = acquireLock(`${this.#file}.lock`, 5_000);
    if (!lock) throw busy(this.#file);
    try {
      this.#replace(key, parsed?.data);
    } finally {
      lock.release();
    }
    this.#reading = undefined;
  }

  #replace(key: string, value: unknown): void {
    for (let attempt = 0; attempt < WRITE_TRIES; attempt++) {
      const before = this.#load();
      if (before.damaged !== null)
        throw new AppError(
          "settings_damaged",
          `${this.#file} cannot be read (${before.damaged}), so nothing is written to it.`,
          {
            remedy: "Repair the file, or move it away to begin with the defaults.",
          },
        );
      const content = withSetting(before.raw, key, value);
      assertUnderCeiling(key, content);
      const text = `${JSON.stringify(content, null, indentOf(before.text))}\n`;
      // The lock keeps our own writers apart; an editor knows nothing of it, so what it saved meanwhile is the new ground.
      if (this.#replaceFile(this.#file, text, () => hashOf(this.#load().text) === hashOf(before.text))) return;
    }
    throw busy(this.#file);
  }

  /** The file as it is now. A missing one is empty, a damaged one says why. */
  #load(): { text: string; raw: Raw; damaged: string | null } {
    let text: string;
    try {
      text = readFileSync(this.#file, "utf8");
    } catch (error) {
      const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
      return { text: "", raw: {}, damaged: missing ? null : (error as Error).message };
    }
    try {
      const raw: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
      if (typeof raw === "object" && raw !== null && !Array.isArray(raw))
        return { text, raw: raw as Raw, damaged: null };
      return { text, raw: {}, damaged: "it holds no JSON object" };
    } catch (error) {
      return { text, raw: {}, damaged: parseFault(error as Error, text) };
    }
  }
}

function readingOf(file: { raw: Raw; damaged: string | null }): SettingsReading {
  if (file.damaged !== null)
    return { settings: DEFAULT_SETTINGS, diagnostics: [], damaged: file.damaged, optionalJobsHeld: true };
  return { ...readSettings(file.raw), damaged: null, optionalJobsHeld: false };
}

/** V8's message quotes the text, which may hold anything; the place is enough to find the fault. */
function parseFault(error: Error, text: string): string {
  const at = Number(/position (\d+)/.exec(error.message)?.[1] ?? Number.NaN);
  if (Number.isNaN(at)) return text.trim() === "" ? "it is empty" : "it is not JSON";
  const before = text.slice(0, at).split("\n");
  return `it is not JSON: line ${before.length}, column ${before.at(-1)!.length + 1}`;
}

/** A soft limit above its ceiling, or a ceiling below its limit, would be read as something else than was written. */
function assertUnderCeiling(key: string, content: Raw): void {
  const pair = CEILINGS.find(([soft, ceiling]) => soft === key || ceiling === key);
  if (!pair || valueAt(content, key) === undefined) return;
  const fault = readSettings(content).diagnostics.find((d) => d.code === "over_ceiling" && d.key === pair[0]);
  if (fault)
    throw new AppError(
      "settings_invalid",
      `${key} cannot be ${String(valueAt(content, key))}: ${pair[0]} is ${fault.reason}.`,
    );
}

function stampOf(stats: BigIntStats | undefined): string {
  return stats ? `${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}` : "missing";
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The indentation that the file already has. */
function indentOf(text: string): string | number {
  return /^\{\r?\n([ \t]+)"/.exec(text)?.[1] ?? 2;
}

function busy(file: string): AppError {
  return new AppError("settings_busy", `${file} is being written by somebody else.`, {
    remedy: "Try again in a moment.",
  });
}
