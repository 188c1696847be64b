import { z } from "zod";
import type { Database, Row } from "./database.ts";

/** A column that holds JSON of the given shape. */
export function json<S extends z.ZodType>(schema: S) {
  return z
    .string()
    .transform((text, ctx): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        ctx.addIssue({ code: "custom", message: "not JSON" });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

/** A column that holds 0 or 1. */
export const flag = z.union([z.literal(0), z.literal(1)]).transform((n) => n === 1);

/** An instant as epoch milliseconds. */
export const instant = z.int();

/**
 * Validates rows as they are read (OPS-3). A row that does not fit stays where it is and is skipped;
 * its id, the reason and a copy stand in `quarantine` until it validates again.
 */
export function readRows<S extends z.ZodType>(
  db: Database,
  table: string,
  key: string,
  schema: S,
  rows: readonly Row[],
): z.infer<S>[] {
  const good: z.infer<S>[] = [];
  for (const row of rows) {
    const parsed = schema.safeParse(row);
    if (parsed.success) good.push(parsed.data);
    else
      quarantine(
        db,
        table,
        String(row[key]),
        parsed.error.issues.map((i) => `${i.path.join(".")}: ${i.message}`).join("; "),
        row,
      );
  }
  return good;
}

/** {@link readRows} for at most one row. */
export function readRow<S extends z.ZodType>(
  db: Database,
  table: string,
  key: string,
  schema: S,
  row: Row | undefined,
): z.infer<S> | undefined {
  return row === undefined ? undefined : readRows(db, table, key, schema, [row])[0];
}

/** Puts a row into quarantine, with the reason and a copy; the row itself stays where it is (OPS-3). */
export function quarantine(db: Database, table: string, id: string, reason: string, row: Row): void {
  db.run(
    `INSERT INTO quarantine (table_name, row_id, reason, copy) VALUES (?, ?, ?, ?)
     ON CONFLICT (table_name, row_id) DO UPDATE SET reason = excluded.reason, copy = excluded.copy`,
    table,
    id,
    reason,
    JSON.stringify(row),
  );
}

/** A row that is not used because it does not validate. */
export interface QuarantinedRow {
  table: string;
  id: string;
  reason: string;
}

/** Every row in quarantine. */
export function listQuarantine(db: Database): QuarantinedRow[] {
  return db
    .all("SELECT table_name, row_id, reason FROM quarantine ORDER BY table_name, row_id")
    .map((r) => ({ table: String(r.table_name), id: String(r.row_id), reason: String(r.reason) }));
}

/**
 * Gives every quarantined row another chance, at each start: what this release can read is live again (OPS-3),
 * what it cannot comes back here when it is read.
 */
export function emptyQuarantine(db: Database): void {
  db.run("DELETE FROM quarantine");
}
