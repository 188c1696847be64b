import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openStores } from "#stores/stores.ts";

const SESSIONS = 200;
const MESSAGES = 1_000_000;
const SETTLED = 200_000;
const SCHEDULES = 100_000;
/** Messages of each session's current context: what came before was folded or put away with /new. */
const IN_CONTEXT = 20;
const DAY_MS = 86_400_000;

/**
 * Fills a new home with what years leave behind: 1,000,000 messages over 200 sessions (the chats `firstChat` and up), as
 * many turns as fit, 200,000 settled firings with their outbox rows, 100,000 schedules that are not due. One owner, `firstChat`.
 */
export function growHome(home: string, firstChat: number, now = Date.now()): void {
  mkdirSync(join(home, "data"), { recursive: true, mode: 0o700 });
  const { db, ...stores } = openStores({ file: join(home, "data/vigil.db"), release: "bench" });
  const perSession = MESSAGES / SESSIONS;
  const numbers = (count: number): string =>
    `WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < ${count - 1})`;
  db.transaction(() => {
    db.run(
      `${numbers(SESSIONS)} INSERT INTO sessions (id, chat_id, context_from, created_at)
       SELECT n + 1, ? + n, ?, ? FROM number`,
      firstChat,
      perSession - IN_CONTEXT,
      now - 365 * DAY_MS,
    );
    db.run(
      `${numbers(MESSAGES / 5)} INSERT INTO turns (id, session_id, origin, state, model, started_at, ended_at, last_activity, usage)
       SELECT 't-' || n, n % ${SESSIONS} + 1, 'chat', 'done', 'bench/model', ? + n, ? + n, ? + n,
         '{"steps":1,"inputTokens":900,"outputTokens":90,"estimated":false,"tools":[]}' FROM number`,
      ...[365, 365, 365].map((days) => now - days * DAY_MS),
    );
    db.run(
      `${numbers(MESSAGES)} INSERT INTO messages (session_id, seq, role, content, state, turn_id, tg_message_id, created_at)
       SELECT n % ${SESSIONS} + 1, n / ${SESSIONS} + 1, iif(n / ${SESSIONS} % 2, 'assistant', 'user'),
         '"What was said on an ordinary day, number ' || n || ', and is kept for as long as the house stands."', 'in',
         't-' || (n / 5), -1 - n / ${SESSIONS}, ? + n FROM number`,
      now - 365 * DAY_MS,
    );
    db.run(
      `${numbers(SETTLED)} INSERT INTO outbox (key, chat_id, payload, state, attempts, next_attempt_at, created_at, settled_at, firing_id)
       SELECT 'grown:' || n, ? + n % ${SESSIONS}, '{"kind":"text","markdown":"grown"}', 'sent', 1, 0, ? + n, ? + n, n + 1 FROM number`,
      firstChat,
      now - 60 * DAY_MS,
      now - 60 * DAY_MS,
    );
    db.run("INSERT INTO outbox_parts (outbox_id, seq, body, message_id) SELECT id, 0, '{}', 1000000 + id FROM outbox");
    db.run(
      `${numbers(SETTLED)} INSERT INTO firings (schedule_id, due_at, origin, kind, text, chat_id, asked_at, state, delivered, claimed_at, settled_at, outbox_id)
       SELECT 'r-' || (n % 1000), ? + n, 'schedule', 'text', 'grown', ? + n % ${SESSIONS}, 0, 'sent', 1, 0, ? + n, n + 1 FROM number`,
      now - 60 * DAY_MS,
      firstChat,
      now - 60 * DAY_MS,
    );
    for (let n = 0; n < SCHEDULES; n++) {
      const at = now + 30 * DAY_MS + n * 60_000;
      stores.schedules.add({
        id: `r-g${n.toString(36).padStart(9, "0")}`,
        kind: "text",
        text: `grown ${n}`,
        name: null,
        schedule: { type: "instant", at: new Date(at).toISOString(), zone: "Europe/Berlin" },
        nextRunAt: at,
        target: { chatId: firstChat + (n % SESSIONS), threadId: null },
        freshForMinutes: null,
        insistMinutes: null,
        timeoutMinutes: null,
        createdAt: now,
        createdSession: null,
        createdMessage: null,
        snoozedFrom: null,
      });
    }
  });
  db.close();
}
