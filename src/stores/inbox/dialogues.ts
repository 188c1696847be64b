import { z } from "zod";
import { DIALOGUE_MINUTES } from "#core/dialogues/dialogue.ts";
import type { Target } from "#core/ports.ts";
import type { Database } from "../database/database.ts";
import { instant, json, readRow } from "../database/rows.ts";

/** The replay state of the plugin that plays dialogues; what is in it is the plugin's. */
const stateSchema = z.object({
  version: z.tuple([z.int(), z.union([z.string(), z.number()])]),
  state: z.record(z.string(), z.array(z.looseObject({ replay: z.unknown(), interrupts: z.array(z.int()) }))),
});

const dialogueSchema = z
  .object({
    id: z.string(),
    chat_id: z.int(),
    thread_id: z.int().nullable(),
    user_id: z.int(),
    state: json(stateSchema),
    expires_at: instant,
  })
  .transform((r) => ({
    id: r.id,
    place: { chatId: r.chat_id, threadId: r.thread_id } satisfies Target,
    userId: r.user_id,
    state: r.state,
    expiresAt: r.expires_at,
  }));
/** A dialogue under way. */
export type StoredDialogue = z.infer<typeof dialogueSchema>;

/** Dialogues (TG-11): at most one for each person in a chat and topic. Writes belong into the transaction of their update. */
export class DialogueStore {
  readonly #db: Database;
  constructor(db: Database) {
    this.#db = db;
  }

  get(id: string): StoredDialogue | undefined {
    return readRow(
      this.#db,
      "dialogues",
      "id",
      dialogueSchema,
      this.#db.get("SELECT * FROM dialogues WHERE id = ?", id),
    );
  }

  /** The dialogue of a person in a chat and topic, also one whose time has run out. */
  find(place: Target, userId: number): StoredDialogue | undefined {
    const row = this.#db.get(
      "SELECT * FROM dialogues WHERE chat_id = ? AND ifnull(thread_id, 0) = ? AND user_id = ?",
      place.chatId,
      place.threadId ?? 0,
      userId,
    );
    return readRow(this.#db, "dialogues", "id", dialogueSchema, row);
  }

  /** Stores a dialogue's state; one that begins takes the place of the one that the person had there. Its time begins anew with `renewedAt`. */
  put(id: string, place: Target, userId: number, state: unknown, renewedAt: Temporal.Instant | null): void {
    const expiresAt = renewedAt?.add({ minutes: DIALOGUE_MINUTES }).epochMilliseconds ?? null;
    const sql = "UPDATE dialogues SET state = ?, expires_at = ifnull(?, expires_at) WHERE id = ?";
    if (this.#db.run(sql, JSON.stringify(state), expiresAt, id).changes > 0) return;
    this.#db.run(
      `INSERT OR REPLACE INTO dialogues (id, chat_id, thread_id, user_id, state, expires_at) VALUES (?, ?, ?, ?, ?, ?)`,
      id,
      place.chatId,
      place.threadId,
      userId,
      JSON.stringify(state),
      expiresAt,
    );
  }

  /** False if it had ended already. */
  end(id: string): boolean {
    return this.#db.run("DELETE FROM dialogues WHERE id = ?", id).changes > 0;
  }
}
