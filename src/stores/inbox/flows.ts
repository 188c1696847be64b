import { z } from "zod";
import { FLOW_MINUTES, type FlowTask, flowTaskSchema } from "#core/flows/flow.ts";
import type { Target } from "#core/ports.ts";
import type { Database } from "../database/database.ts";
import { instant, json, readRow } from "../database/rows.ts";

const flowSchema = z
  .object({
    id: z.string(),
    chat_id: z.int(),
    thread_id: z.int().nullable(),
    user_id: z.int(),
    revision: z.int(),
    task: json(flowTaskSchema),
    expires_at: instant,
  })
  .transform((r) => ({
    id: r.id,
    place: { chatId: r.chat_id, threadId: r.thread_id } satisfies Target,
    userId: r.user_id,
    revision: r.revision,
    task: r.task,
    expiresAt: r.expires_at,
  }));
/** A dialogue under way. `revision` grows with every answer: the buttons of an earlier question name an earlier one. */
export type Flow = z.infer<typeof flowSchema>;

/** Dialogues (TG-11): at most one for each person in a chat and topic. Writes belong into the transaction of their update. */
export class FlowStore {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  get(id: string): Flow | undefined {
    return readRow(this.#db, "flows", "id", flowSchema, this.#db.get("SELECT * FROM flows WHERE id = ?", id));
  }

  /** The dialogue of a person in a chat and topic, also one whose time has run out. */
  find(place: Target, userId: number): Flow | undefined {
    const row = this.#db.get(
      "SELECT * FROM flows WHERE chat_id = ? AND ifnull(thread_id, 0) = ? AND user_id = ?",
      place.chatId,
      place.threadId ?? 0,
      userId,
    );
    return readRow(this.#db, "flows", "id", flowSchema, row);
  }

  /** Begins a dialogue in place of the one that the person had there. */
  begin(id: string, place: Target, userId: number, task: FlowTask, now: Temporal.Instant): Flow {
    this.#db.run(
      "DELETE FROM flows WHERE chat_id = ? AND ifnull(thread_id, 0) = ? AND user_id = ?",
      place.chatId,
      place.threadId ?? 0,
      userId,
    );
    this.#db.run(
      "INSERT INTO flows (id, chat_id, thread_id, user_id, revision, task, expires_at) VALUES (?, ?, ?, ?, 0, ?, ?)",
      id,
      place.chatId,
      place.threadId,
      userId,
      JSON.stringify(task),
      expiry(now),
    );
    return this.get(id)!;
  }

  /** Stores the next state of a dialogue, which has its whole time again. */
  advance(id: string, task: FlowTask, now: Temporal.Instant): Flow {
    this.#db.run(
      "UPDATE flows SET task = ?, revision = revision + 1, expires_at = ? WHERE id = ?",
      JSON.stringify(task),
      expiry(now),
      id,
    );
    return this.get(id)!;
  }

  /** False if it had ended already. */
  end(id: string): boolean {
    return this.#db.run("DELETE FROM flows WHERE id = ?", id).changes > 0;
  }
}

function expiry(now: Temporal.Instant): number {
  return now.add({ minutes: FLOW_MINUTES }).epochMilliseconds;
}
