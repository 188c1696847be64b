import { z } from "zod";
import { CEILINGS, type Settings, settingsSchema } from "./schema.ts";

/** A field of the file that is not used, and why. `key` is written with dots: `turns.concurrency`. */
export interface SettingDiagnostic {
  readonly key: string;
  readonly code: "invalid" | "over_ceiling";
  /** What the schema says about the value, without the value itself. */
  readonly reason: string;
  /** What is used in its place. */
  readonly used: unknown;
}

/** Every field by its dotted key, with its schema. */
export const SETTING_FIELDS: ReadonlyMap<string, z.ZodType> = fieldsOf(settingsSchema, "");

/** The settings of an empty file. */
export const DEFAULT_SETTINGS: Settings = readSettings({}).settings;

/**
 * Reads the parsed content of `settings.json` (SET-1): each field by itself, an invalid one as its default, a soft
 * limit at most its valid ceiling. Keys that are not known are passed over.
 */
export function readSettings(raw: Readonly<Record<string, unknown>>): {
  settings: Settings;
  diagnostics: SettingDiagnostic[];
} {
  const diagnostics: SettingDiagnostic[] = [];
  const settings = readGroup(settingsSchema, raw, "", diagnostics) as Settings;
  for (const [soft, ceiling] of CEILINGS) {
    const most = valueAt(settings, ceiling) as number;
    if ((valueAt(settings, soft) as number) <= most) continue;
    const used = Math.min(SETTING_FIELDS.get(soft)!.parse(undefined) as number, most);
    setAt(settings, soft, used);
    // A default that is over a lowered ceiling is nobody's mistake.
    if (valueAt(raw, soft) !== undefined)
      diagnostics.push({ key: soft, code: "over_ceiling", reason: `at most ${ceiling} (${most})`, used });
  }
  return { settings, diagnostics };
}

/**
 * A copy of the file's content with one field changed, everything else as it stood; `undefined` takes the field away.
 * Groups on the way that are missing are made; one that is no object gives way, since nothing in it is read.
 */
export function withSetting(
  raw: Readonly<Record<string, unknown>>,
  key: string,
  value: unknown,
): Record<string, unknown> {
  const copy = structuredClone(raw) as Record<string, unknown>;
  setAt(copy, key, value);
  return copy;
}

/** The value at a dotted key, undefined if there is none. */
export function valueAt(object: unknown, key: string): unknown {
  return key.split(".").reduce((at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined), object);
}

function setAt(object: Record<string, unknown>, key: string, value: unknown): void {
  const names = key.split(".");
  const last = names.pop()!;
  let at = object;
  for (const name of names) {
    const next = Object.hasOwn(at, name) ? at[name] : undefined;
    if (isObject(next)) at = next;
    else if (value === undefined) return;
    else {
      const made: Record<string, unknown> = {};
      at[name] = made;
      at = made;
    }
  }
  if (value === undefined) delete at[last];
  else at[last] = value;
}

function readGroup(group: z.ZodObject, raw: unknown, prefix: string, diagnostics: SettingDiagnostic[]): unknown {
  if (raw !== undefined && !isObject(raw))
    diagnostics.push({ key: prefix.slice(0, -1), code: "invalid", reason: "expected an object", used: "defaults" });
  const values = isObject(raw) ? raw : {};
  return Object.fromEntries(
    Object.entries(group.shape).map(([name, schema]) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (schema instanceof z.ZodObject) return [name, readGroup(schema, value, `${prefix}${name}.`, diagnostics)];
      const parsed = (schema as z.ZodType).safeParse(value);
      if (parsed.success) return [name, parsed.data];
      const used = (schema as z.ZodType).parse(undefined);
      const reason = parsed.error.issues.map((issue) => [...issue.path, issue.message].join(": ")).join("; ");
      diagnostics.push({ key: `${prefix}${name}`, code: "invalid", reason, used });
      return [name, used];
    }),
  );
}

function fieldsOf(group: z.ZodObject, prefix: string): Map<string, z.ZodType> {
  return new Map(
    Object.entries(group.shape).flatMap(([name, schema]): [string, z.ZodType][] =>
      schema instanceof z.ZodObject
        ? [...fieldsOf(schema, `${prefix}${name}.`)]
        : [[`${prefix}${name}`, schema as z.ZodType]],
    ),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
