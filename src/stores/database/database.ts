import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from "node:sqlite";
import type { Wake, WakeTopic } from "#core/ports.ts";
import { explainStoreFault } from "./store-faults.ts";

export type Row = Record<string, SQLOutputValue>;

/**
 * One SQLite connection: prepared statements kept, transactions that wake loops after their commit (ARC-12).
 * Calls block the one thread, so callers keep transactions short (ARC-13).
 */
export class Database {
  readonly #file: string;
  readonly #db: DatabaseSync;
  readonly #wake: Wake | undefined;
  readonly #statements = new Map<string, StatementSync>();
  readonly #toWake = new Set<WakeTopic>();
  #depth = 0;

  /** Opens the file in WAL with full durability (OPS-2). `wake` is told after commits; without one nothing is. */
  constructor(file: string, wake?: Wake) {
    this.#file = file;
    this.#db = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5_000 });
    this.#db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
    this.#wake = wake;
  }

  /** @throws AppError `store_damaged`, `disk_full`, …: SQLite's own fault is its cause; so do all that follow (OPS-3) */
  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#explained(() => this.#statement(sql).all(...values) as Row[]);
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#explained(() => this.#statement(sql).get(...values) as Row | undefined);
  }

  /** Runs a statement; returns how many rows changed and the id of an inserted one. */
  run(sql: string, ...values: SQLInputValue[]): { changes: number; id: number } {
    const { changes, lastInsertRowid } = this.#explained(() => this.#statement(sql).run(...values));
    return { changes: Number(changes), id: Number(lastInsertRowid) };
  }

  /** Runs statements without values, such as a migration. */
  exec(sql: string): void {
    this.#explained(() => this.#db.exec(sql));
  }

  /** Runs `work` in one IMMEDIATE transaction; inside another it joins that one. Rolls back when `work` throws. */
  transaction<T>(work: () => T): T {
    if (this.#depth > 0) return work();
    this.exec("BEGIN IMMEDIATE");
    this.#depth = 1;
    let result: T;
    try {
      result = work();
      this.exec("COMMIT");
    } catch (error) {
      this.#toWake.clear();
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    } finally {
      this.#depth = 0;
    }
    this.#notify();
    return result;
  }

  /** Wakes `topic` once the running transaction has committed, or at once outside of one. */
  wake(topic: WakeTopic): void {
    this.#toWake.add(topic);
    if (this.#depth === 0) this.#notify();
  }

  /** Changes whenever another connection has committed: how the command line's writes are seen (ARC-12). */
  dataVersion(): number {
    return Number(this.get("PRAGMA data_version")?.data_version);
  }

  /** Closing twice is allowed. */
  close(): void {
    this.#statements.clear();
    if (this.#db.isOpen) this.#db.close();
  }

  #notify(): void {
    const topics = [...this.#toWake];
    this.#toWake.clear();
    for (const topic of topics) this.#wake?.notify(topic);
  }

  #explained<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw explainStoreFault(error, this.#file);
    }
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
