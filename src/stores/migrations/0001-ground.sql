-- All instants are INTEGER milliseconds since the Unix epoch, UTC. Booleans are 0 or 1. JSON is TEXT, validated on reading.

CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE jobs (
  name TEXT PRIMARY KEY,
  started_at INTEGER,
  duration_ms INTEGER,
  outcome TEXT,                       -- ok, failed
  error TEXT,                         -- stays until the next success or an acknowledgement (OPS-5)
  acknowledged_at INTEGER,
  next_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE owners (
  user_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  language_code TEXT,
  paired_at INTEGER NOT NULL,
  private_chat_id INTEGER             -- known once the owner has written in private
) STRICT;

CREATE TABLE pairing (
  code_hash TEXT PRIMARY KEY,
  opened_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  tries TEXT NOT NULL DEFAULT '{}'    -- user id -> wrong codes; 5 a user, 50 in all (TG-1)
) STRICT, WITHOUT ROWID;

CREATE TABLE chats (
  chat_id INTEGER PRIMARY KEY,
  type TEXT NOT NULL,                 -- private, group, supergroup, channel
  title TEXT NOT NULL,
  blocked_at INTEGER,                 -- the bot may not write here (OUT-3)
  muted_until INTEGER,                -- Telegram asked for silence (OUT-2)
  migrated_to INTEGER
) STRICT;

CREATE TABLE updates (
  bot_id INTEGER NOT NULL,
  update_id INTEGER NOT NULL,
  body TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  handled_at INTEGER,                 -- null: still to do
  error TEXT,                         -- set together with handled_at: set aside after three tries (TG-15)
  PRIMARY KEY (bot_id, update_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX updates_waiting ON updates (bot_id, update_id) WHERE handled_at IS NULL;

CREATE TABLE sessions (
  id INTEGER PRIMARY KEY,
  chat_id INTEGER,                    -- null: the session of one firing, without a chat
  thread_id INTEGER,
  title TEXT,                         -- a topic's name, as far as it is known
  context_from INTEGER NOT NULL DEFAULT 0, -- the first seq of the current context; /new moves it
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX sessions_place ON sessions (chat_id, ifnull(thread_id, 0)) WHERE chat_id IS NOT NULL;

CREATE TABLE turns (
  id TEXT PRIMARY KEY,
  session_id INTEGER NOT NULL REFERENCES sessions (id),
  origin TEXT NOT NULL,               -- chat, reminder
  state TEXT NOT NULL,                -- running, done, failed, stopped, waiting, interrupted (AGT-2)
  model TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  last_activity INTEGER NOT NULL,
  error TEXT,
  usage TEXT                          -- JSON: steps, inputTokens, outputTokens, estimated, tools
) STRICT, WITHOUT ROWID;
CREATE INDEX turns_running ON turns (state) WHERE state = 'running';
CREATE INDEX turns_session ON turns (session_id, started_at);

CREATE TABLE messages (
  id INTEGER PRIMARY KEY,
  session_id INTEGER NOT NULL REFERENCES sessions (id),
  seq INTEGER,                        -- null while pending: a message gets its place when a turn takes it in
  role TEXT NOT NULL,                 -- user, assistant, tool
  content TEXT NOT NULL,              -- JSON: the content of a model message
  state TEXT NOT NULL,                -- pending, in
  untrusted INTEGER NOT NULL DEFAULT 0,
  turn_id TEXT REFERENCES turns (id),
  tg_message_id INTEGER,
  created_at INTEGER NOT NULL,
  entry_written_at INTEGER            -- when the memory's writer took it in
) STRICT;
CREATE UNIQUE INDEX messages_order ON messages (session_id, seq) WHERE seq IS NOT NULL;
CREATE UNIQUE INDEX messages_telegram ON messages (session_id, tg_message_id) WHERE tg_message_id IS NOT NULL;
CREATE INDEX messages_pending ON messages (session_id, id) WHERE state = 'pending';

CREATE TABLE schedules (
  id TEXT PRIMARY KEY,                -- r-… or c-…
  kind TEXT NOT NULL,                 -- text, command
  text TEXT NOT NULL,
  name TEXT,
  schedule TEXT NOT NULL,             -- JSON: core/time/schedule.ts
  next_run_at INTEGER,                -- null: no due time is left
  chat_id INTEGER NOT NULL,
  thread_id INTEGER,
  state TEXT NOT NULL,                -- pending, fired, paused, unconfirmed
  fresh_for_minutes INTEGER,
  insist_minutes INTEGER,
  timeout_minutes INTEGER,
  created_at INTEGER NOT NULL,
  created_session INTEGER,
  created_message INTEGER,            -- Telegram's id of the message that asked for it
  snoozed_from INTEGER,               -- the firing whose Snooze made this row
  fired_at INTEGER,
  written_by TEXT NOT NULL            -- the release that wrote the row last
) STRICT, WITHOUT ROWID;
CREATE INDEX schedules_due ON schedules (next_run_at) WHERE state = 'pending' AND next_run_at IS NOT NULL;
CREATE INDEX schedules_fired ON schedules (fired_at) WHERE state = 'fired';

CREATE TABLE firings (
  id INTEGER PRIMARY KEY,
  schedule_id TEXT NOT NULL,          -- no foreign key: a firing outlives its row (REM-8)
  due_at INTEGER NOT NULL,
  origin TEXT NOT NULL,               -- schedule, run_now
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  name TEXT,
  chat_id INTEGER NOT NULL,
  thread_id INTEGER,
  timeout_minutes INTEGER,
  insist_minutes INTEGER,
  asked_at INTEGER NOT NULL,
  skipped_earlier INTEGER NOT NULL DEFAULT 0,
  last INTEGER NOT NULL DEFAULT 0,    -- the schedule's last due time
  state TEXT NOT NULL,                -- claimed, running, queued, sent, unknown, failed, skipped, interrupted
  delivered INTEGER,                  -- null until known
  error TEXT,
  turn_id TEXT,
  outbox_id INTEGER,
  claimed_at INTEGER NOT NULL,
  started_at INTEGER,
  ended_at INTEGER,                   -- the work ended; the message may still wait in the outbox
  settled_at INTEGER,                 -- nothing more will happen to it
  insisted INTEGER NOT NULL DEFAULT 0, -- repetitions sent so far
  insist_at INTEGER,                  -- when the next one is due; null: none
  taps TEXT NOT NULL DEFAULT '[]',    -- JSON: [{ action, at, by }]
  UNIQUE (schedule_id, due_at, origin)
) STRICT;
CREATE INDEX firings_open ON firings (state) WHERE state IN ('claimed', 'running');
CREATE INDEX firings_insisting ON firings (insist_at) WHERE insist_at IS NOT NULL;
CREATE INDEX firings_schedule ON firings (schedule_id, id);

CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,           -- idempotency: the cause of the message (OUT-1)
  chat_id INTEGER NOT NULL,
  thread_id INTEGER,
  payload TEXT NOT NULL,              -- JSON: core/outbox/payload.ts
  state TEXT NOT NULL,                -- queued, sending, sent, unknown, failed, expired
  silent INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  repeated INTEGER NOT NULL DEFAULT 0, -- sent once more after an unknown outcome (OUT-2)
  due_at INTEGER,                     -- when it should have been said; null: when it was written
  next_attempt_at INTEGER NOT NULL,
  expires_at INTEGER,
  created_at INTEGER NOT NULL,
  settled_at INTEGER,
  error TEXT,
  firing_id INTEGER,
  turn_id TEXT,
  reply_to INTEGER                    -- Telegram's id of the message it answers
) STRICT;
CREATE INDEX outbox_open ON outbox (chat_id, id) WHERE state IN ('queued', 'sending');

CREATE TABLE outbox_parts (
  outbox_id INTEGER NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  body TEXT NOT NULL,                 -- JSON: the request as it was rendered, frozen
  message_id INTEGER,                 -- set when Telegram has accepted it
  sent_at INTEGER,
  PRIMARY KEY (outbox_id, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX outbox_parts_message ON outbox_parts (message_id) WHERE message_id IS NOT NULL;

CREATE TABLE quarantine (
  table_name TEXT NOT NULL,
  row_id TEXT NOT NULL,
  reason TEXT NOT NULL,
  copy TEXT NOT NULL,
  PRIMARY KEY (table_name, row_id)
) STRICT, WITHOUT ROWID;
