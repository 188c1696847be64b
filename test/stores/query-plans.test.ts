import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testStores } from "#test/helpers/test-stores.ts";

const root = new URL("../../src/stores/", import.meta.url).pathname;

/** Indexes of rows that are open, waiting or failing: what is merely kept is in none of them. */
const OPEN_ROWS = new Set([
  "approvals_open",
  "delegations_open",
  "firings_insisting",
  "firings_open",
  "messages_pending",
  "outbox_open",
  "requests_open",
  "requests_unreported",
  "schedules_due",
  "schedules_live",
  "turns_running",
  "updates_waiting",
]);

/** Tables that stay small by their nature: settings of the house, what lives for minutes, what is set aside. */
const SMALL = new Set([
  "alerts", // one row a failure that goes on
  "chats",
  "dialogues", // one a person and place, for half an hour
  "grants",
  "jobs",
  "meta",
  "owners",
  "pairing",
  "quarantine",
  "sqlite_master",
  "undo", // a minute
]);

/** Queries that read more than their answer, and why that is right. A query that is not here must not. */
const READS_MORE: Readonly<Record<string, string>> = {
  "SELECT * FROM firings ORDER BY id DESC LIMIT ?": "the newest by their key: as many as are asked for",
  "SELECT * FROM schedules WHERE state = 'fired' ORDER BY fired_at DESC": "what fired within a day, by its own index",
  "SELECT * FROM schedules WHERE state = 'pending' AND schedule ->> 'type' IN ('instant', 'interval')":
    "a jump of the host's clock, not a pass",
  "SELECT * FROM ( SELECT * FROM messages WHERE session_id = ? AND seq >= (SELECT context_from FROM sessions WHERE id = ?) ORDER BY seq DESC LIMIT ? ) ORDER BY seq":
    "sorts the few that the limit left",
  "SELECT ended_at, model, CASE state WHEN 'failed' THEN coalesce(error, 'unknown') END AS error FROM turns WHERE state IN ('done', 'failed') ORDER BY ended_at DESC LIMIT 1":
    "the newest of its own index",
  "SELECT count(*) AS n, (SELECT error FROM outbox WHERE state = 'failed' ORDER BY settled_at DESC LIMIT 1) AS error FROM outbox WHERE state = 'failed' AND settled_at >= ?":
    "the newest of its own index, and those of the period",
  "UPDATE outbox SET chat_id = ? WHERE chat_id = ?": "a group becomes a supergroup: once in its life",
  "UPDATE schedules SET chat_id = ? WHERE chat_id = ?": "a group becomes a supergroup: once in its life",
  "UPDATE firings SET chat_id = ? WHERE chat_id = ?": "a group becomes a supergroup: once in its life",
};

/** Parts of a query that its file puts together; a key is the text between `${` and `}`. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'columns.join(", ")': ["id"],
  'columns.map(() => "?").join(", ")': ["?"],
  'assignments.join(", ")': ["id = id"],
  table: ["outbox", "schedules", "firings", "sessions", "dialogues"],
};

interface Query {
  readonly file: string;
  readonly sql: string;
}

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));
}

/** Every query that stands in the stores' source, with the constants of its file filled in. */
function queries(): Query[] {
  return sources(root).flatMap((path) => {
    const text = readFileSync(path, "utf8");
    const constants = new Map(
      [...text.matchAll(/^const ([A-Z_]+) =\s*(["`])([\s\S]*?)\2;/gm)].map((m) => [m[1]!, m[3]!] as const),
    );
    const fill = (sql: string): string[] => {
      const hole = /\$\{([^}]*(?:\{[^}]*\}[^}]*)*)\}/.exec(sql);
      if (!hole) return [sql.replace(/\s+/g, " ").trim()];
      const constant = constants.get(hole[1]!);
      const values = constant === undefined ? PARTS[hole[1]!] : [constant];
      if (!values) throw new Error(`${path}: what is \${${hole[1]}} in "${sql}"? Name it in PARTS.`);
      return values.flatMap((value) => fill(sql.replace(hole[0], () => value)));
    };
    return [...text.matchAll(/(["`])(\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b[\s\S]*?)\1/g)]
      .flatMap((m) => fill(m[2]!))
      .map((sql) => ({ file: path.slice(root.length), sql }));
  });
}

/** Why a step of a plan costs more with each row that is kept; undefined for one that does not. */
function costOf(steps: readonly string[]): string | undefined {
  const reads = steps.flatMap((step) => {
    const [, how, table, index] = /^(SCAN|SEARCH) (\w+)(?:.*? INDEX (\w+))?/.exec(step) ?? [];
    // One row by its key is one row.
    return how && !/ PRIMARY KEY \(|sqlite_autoindex/.test(step) ? [{ how, table: table!, index }] : [];
  });
  const kept = reads.filter(({ table, index }) => !isBounded(table, index));
  const scan = kept.find(({ how }) => how === "SCAN");
  if (scan) return `reads ${scan.table} from end to end`;
  if (steps.some((step) => step.startsWith("USE TEMP B-TREE")) && kept.length > 0)
    return `sorts rows of ${kept[0]!.table}`;
  return undefined;
}

function isBounded(table: string, index: string | undefined): boolean {
  return SMALL.has(table) || table === "CONSTANT" || (index !== undefined && OPEN_ROWS.has(index));
}

test("ARC-13: no query of a store reads or sorts what is merely kept", () => {
  using store = testStores();
  const { db } = store.stores;
  const all = queries();
  expect(all.length).toBeGreaterThan(150);
  const excused = new Set<string>();
  const costly = all.flatMap(({ file, sql }) => {
    // What CTEs, aliases and subqueries are called says nothing of a table: their reads stand in the plan by alias.
    const aliases = new Map(
      [
        ...sql.matchAll(/(?:FROM|JOIN) (\w+)(?: AS)? (?!WHERE|ORDER|INDEXED|LEFT|JOIN|ON|SET|LIMIT|UNION|GROUP)(\w+)/g),
      ].map((m) => [m[2]!, m[1]!] as const),
    );
    for (const [, cte] of sql.matchAll(/WITH RECURSIVE (\w+)/g)) aliases.set(cte!, "CONSTANT");
    const steps = db
      .all(`EXPLAIN QUERY PLAN ${sql}`)
      .map((row) =>
        String(row.detail).replace(/^(SCAN|SEARCH) (\w+)/, (_, how, name) => `${how} ${aliases.get(name) ?? name}`),
      );
    const cost = costOf(steps);
    if (!cost) return [];
    if (READS_MORE[sql]) {
      excused.add(sql);
      return [];
    }
    return [`${file}: ${sql} ${cost}`];
  });
  expect(costly).toEqual([]);
  expect(
    Object.keys(READS_MORE).filter((sql) => !excused.has(sql)),
    "an excuse that nothing needs",
  ).toEqual([]);
});

test("ARC-13: what refers to a row is found by an index, so that forgetting the row reads no table", () => {
  using store = testStores();
  const { db } = store.stores;
  const tables = db.all("SELECT name FROM sqlite_master WHERE type = 'table'").map((row) => String(row.name));
  const forgotten = new Set(["outbox", "firings", "schedules", "approvals", "updates"]);
  for (const table of tables)
    for (const key of db.all(`PRAGMA foreign_key_list(${table})`).filter((row) => forgotten.has(String(row.table)))) {
      const plan = db.all(`EXPLAIN QUERY PLAN SELECT 1 FROM ${table} WHERE ${String(key.from)} = 1`);
      expect(String(plan[0]?.detail), `${table}.${String(key.from)}`).toMatch(/^SEARCH/);
    }
});
