import type { Schema } from "ai";
import { z } from "zod";
import type { AiSdk } from "../models/sdk.ts";

/** What a call should look like, for the model that got it wrong. */
export interface ToolContract<S extends z.ZodObject> {
  readonly name: string;
  readonly schema: S;
  /** One correct call. */
  readonly example: z.input<S>;
}

/**
 * A tool's input as the SDK takes it, checked and never trusted (AGT-15): nothing at all is `{}`, a JSON string is
 * parsed once, and what does not fit goes back with the fields that came, what was expected and one correct call
 * (REM-33). Text that is not JSON never gets here: the SDK refuses it, and nothing is executed.
 */
export function checkedInput<S extends z.ZodObject>(ai: AiSdk, contract: ToolContract<S>): Schema<z.output<S>> {
  return ai.jsonSchema<z.output<S>>(wireSchema(contract.schema) as Parameters<AiSdk["jsonSchema"]>[0], {
    validate(value) {
      const input = readOnce(value);
      const parsed = contract.schema.safeParse(input);
      return parsed.success
        ? { success: true, value: parsed.data }
        : { success: false, error: new Error(complaint(contract, input, parsed.error)) };
    },
  });
}

/** Made once for each tool: it goes out with every turn. */
const wireSchemas = new WeakMap<z.ZodObject, object>();

function wireSchema(schema: z.ZodObject): object {
  const known = wireSchemas.get(schema);
  if (known) return known;
  const { $schema: _, ...wire } = z.toJSONSchema(schema, { target: "draft-7", io: "input" });
  wireSchemas.set(schema, wire);
  return wire;
}

function readOnce(value: unknown): unknown {
  if (value === null || value === undefined) return {};
  if (typeof value !== "string") return value;
  try {
    return value.trim() === "" ? {} : JSON.parse(value);
  } catch {
    return value;
  }
}

function complaint<S extends z.ZodObject>(contract: ToolContract<S>, input: unknown, error: z.ZodError): string {
  const came =
    typeof input === "object" && input !== null ? Object.keys(input).join(", ") || "none" : JSON.stringify(input);
  const faults = error.issues.map((issue) => `${issue.path.join(".") || "input"}: ${issue.message}`).join("; ");
  return [
    `Fields that came: ${came}.`,
    `Wrong: ${faults}.`,
    `Valid fields: ${Object.keys(contract.schema.shape).join(", ")}.`,
    correctCall(contract),
  ].join(" ");
}

/** "A correct call: …" for error texts. */
export function correctCall(contract: { name: string; example: object }): string {
  return `A correct call: ${contract.name}(${JSON.stringify(contract.example)})`;
}
