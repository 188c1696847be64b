import type { ApiFields, ApiTable, ApiType } from "./api-table.ts";
import type { Params } from "./wire.ts";

/**
 * What a call says that the Bot API does not document: unknown and missing parameters, values of another type.
 * Each fault is one sentence; a method that the table does not know has none here, it is refused elsewhere.
 * @param files names of the uploaded parts, which may stand for parameters
 */
export function validateCall(table: ApiTable, method: string, params: Params, files: ReadonlySet<string>): string[] {
  const fields = table.methods[method];
  if (!fields) return [];
  const uploads = [...files].filter((name) => typeOf(fields, name) !== undefined).map((name) => [name, ""]);
  return fieldFaults(table, method, fields, { ...Object.fromEntries(uploads), ...params });
}

/** Decodes the values of a form by their declared types: everything but text is JSON there. */
export function decodeParameters(table: ApiTable, method: string, params: Params): Params {
  const fields = table.methods[method] ?? {};
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const type = typeOf(fields, name);
      return [name, typeof value === "string" && type !== undefined && !isText(type) ? decode(value) : value];
    }),
  );
}

function isText(type: ApiType): boolean {
  if (typeof type === "string") return type === "String" || type === "InputFile";
  if ("oneOf" in type) return type.oneOf.every(isText);
  return "is" in type && type.is.every((value) => typeof value === "string");
}

function decode(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function typeOf(fields: ApiFields, name: string): ApiType | undefined {
  return fields[name] ?? fields[`${name}?`];
}

function fieldFaults(table: ApiTable, path: string, fields: ApiFields, value: Params): string[] {
  const faults = Object.keys(value)
    .filter((name) => typeOf(fields, name) === undefined)
    .map((name) => `${path}: unknown parameter "${name}"`);
  for (const [key, type] of Object.entries(fields)) {
    const name = key.replace(/\?$/, "");
    const given = value[name];
    if (given !== undefined && given !== null) faults.push(...typeFaults(table, `${path}.${name}`, type, given));
    else if (!key.endsWith("?")) faults.push(`${path}: parameter "${name}" is required`);
  }
  return faults;
}

function typeFaults(table: ApiTable, path: string, type: ApiType, value: unknown): string[] {
  if (typeof type === "string") {
    const named = table.types[type];
    if (named !== undefined) return typeFaults(table, path, named, value);
    return isPrimitive(type, value) ? [] : [`${path}: ${show(value)} is not ${type}`];
  }
  if ("is" in type)
    return type.is.some((allowed) => allowed === value)
      ? []
      : [`${path}: ${show(value)} is not one of ${show(type.is)}`];
  if ("array" in type) {
    if (!Array.isArray(value)) return [`${path}: ${show(value)} is not an array`];
    return value.flatMap((item, index) => typeFaults(table, `${path}[${index}]`, type.array, item));
  }
  if ("oneOf" in type) {
    const attempts = type.oneOf.map((variant) => typeFaults(table, path, variant, value));
    // The variant with the fewest faults is the one that was meant.
    return attempts.sort((a, b) => a.length - b.length)[0] ?? [];
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return [`${path}: ${show(value)} is not an object`];
  return fieldFaults(table, path, type.fields, value as Params);
}

function isPrimitive(type: string, value: unknown): boolean {
  switch (type) {
    case "Number":
      // Telegram takes numbers in quotes as well: large ids travel so.
      return Number.isFinite(value) || (typeof value === "string" && /^-?\d+$/.test(value));
    case "Boolean":
      return typeof value === "boolean";
    default:
      return typeof value === "string";
  }
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
