-- All instants are INTEGER milliseconds since the Unix epoch, UTC. Booleans are 0 or 1. JSON is TEXT, validated on reading.

CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE jobs (
  name TEXT PRIMARY KEY,
  started_at INTEGER,
  duration_ms INTEGER,
  outcome TEXT,                       -- ok, failed
  error TEXT,                         -- stays until the next success or an acknowledgement (OPS-5)
  failures INTEGER NOT NULL DEFAULT 0, -- in a row
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
  summary TEXT,                       -- what was folded of the current context (AGT-5)
  summary_to INTEGER NOT NULL DEFAULT 0, -- the last seq that the summary holds
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
  usage TEXT                          -- JSON: steps, inputTokens, outputTokens, estimated, tools, costUsd
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
  source TEXT,                        -- whose words they are, if they are untrusted (AGT-8)
  ready_at INTEGER,                   -- pending: until then its rest may follow, and no turn begins (TG-4)
  turn_id TEXT REFERENCES turns (id),
  tg_message_id INTEGER,
  created_at INTEGER NOT NULL,
  entry_written_at INTEGER            -- when the memory's writer took it in
) STRICT;
CREATE UNIQUE INDEX messages_order ON messages (session_id, seq) WHERE seq IS NOT NULL;
CREATE UNIQUE INDEX messages_telegram ON messages (session_id, tg_message_id) WHERE tg_message_id IS NOT NULL;
CREATE INDEX messages_pending ON messages (session_id, id) WHERE state = 'pending';

-- Calls of tools that the owner is asked about (AGT-7).
CREATE TABLE approvals (
  id TEXT PRIMARY KEY,                -- a-…
  turn_id TEXT NOT NULL REFERENCES turns (id),
  session_id INTEGER NOT NULL REFERENCES sessions (id),
  firing_id INTEGER,                  -- the reminder whose turn asked
  tool TEXT NOT NULL,
  call_id TEXT NOT NULL,
  input TEXT NOT NULL,                -- JSON: the exact arguments
  hash TEXT NOT NULL,                 -- of tool and arguments
  subject TEXT NOT NULL,              -- what would be done, as it is shown; Always binds to it
  cwd TEXT,
  sources TEXT NOT NULL,              -- JSON: whose words the turn had read
  grantable INTEGER NOT NULL,         -- whether Always may be chosen
  state TEXT NOT NULL,                -- waiting, allowed, denied, expired
  reason TEXT,                        -- denied: owner, new_message, stopped
  held INTEGER NOT NULL,              -- 1: a running turn waits for it; 0: its decision begins a turn
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  decided_at INTEGER,
  decided_by INTEGER,
  taken_at INTEGER                    -- its decision was acted on: carried out, or written into the history
) STRICT, WITHOUT ROWID;
CREATE INDEX approvals_open ON approvals (session_id) WHERE taken_at IS NULL;

-- Calls that need not be asked about again: the exact text, folder and owner (AGT-7).
CREATE TABLE grants (
  tool TEXT NOT NULL,
  subject TEXT NOT NULL,
  cwd TEXT NOT NULL,                  -- empty: the tool has none
  owner_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (tool, subject, cwd, owner_id)
) STRICT, WITHOUT ROWID;

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
  replaces TEXT,                      -- of an unconfirmed row: the command that it changes once it is confirmed
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
  asked_session INTEGER,
  asked_message INTEGER,
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
  group_pid INTEGER,                  -- a command's process group, to be ended after a crash (REM-24)
  group_start TEXT,                   -- when its leader started, in the kernel's words: a pid alone is given away again
  UNIQUE (schedule_id, due_at, origin)
) STRICT;
CREATE INDEX firings_open ON firings (schedule_id) WHERE state IN ('claimed', 'running');
CREATE INDEX firings_insisting ON firings (insist_at) WHERE insist_at IS NOT NULL;
CREATE INDEX firings_schedule ON firings (schedule_id, id);

-- Tasks that the agent handed to a helper (REM-40).
CREATE TABLE delegations (
  id INTEGER PRIMARY KEY,
  session_id INTEGER NOT NULL REFERENCES sessions (id), -- hears the report
  task TEXT NOT NULL,
  steps_left INTEGER NOT NULL,
  state TEXT NOT NULL,                -- waiting, running, done, failed
  helper_session INTEGER,             -- where the helper works
  turn_id TEXT,                       -- its one turn
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  error TEXT
) STRICT;
CREATE INDEX delegations_open ON delegations (id) WHERE state IN ('waiting', 'running');

-- Maintenance that was asked for (REM-50).
CREATE TABLE requests (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,                 -- restart, update
  state TEXT NOT NULL,                -- pending, running, restarting, done, failed
  turn_id TEXT,                       -- the turn that asked; null: the command line
  asked_at INTEGER NOT NULL,
  ended_at INTEGER,
  outcome TEXT,                       -- restarted, updated, newest, or why it failed
  reported_at INTEGER                 -- when the session that asked was told
) STRICT;
CREATE INDEX requests_open ON requests (id) WHERE state IN ('pending', 'running', 'restarting');
CREATE INDEX requests_unreported ON requests (id) WHERE ended_at IS NOT NULL AND reported_at IS NULL;

-- Failures that go on: one key, one message a week (OUT-7).
CREATE TABLE alerts (
  key TEXT PRIMARY KEY,
  code TEXT NOT NULL,
  since INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  count INTEGER NOT NULL,
  outbox_id INTEGER,                  -- the message on its way
  told_at INTEGER,                    -- when Telegram last accepted one
  cleared INTEGER NOT NULL DEFAULT 0  -- over; the row goes when its message has ended
) STRICT, WITHOUT ROWID;
CREATE INDEX alerts_outbox ON alerts (outbox_id) WHERE outbox_id IS NOT NULL;

-- What was removed less than a minute ago (REM-6).
CREATE TABLE undo (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  body TEXT NOT NULL,                 -- JSON: what brings it back
  expires_at INTEGER NOT NULL
) STRICT;

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

CREATE TABLE flows (
  id TEXT PRIMARY KEY,
  chat_id INTEGER NOT NULL,
  thread_id INTEGER,
  user_id INTEGER NOT NULL,
  revision INTEGER NOT NULL,          -- grows with every answer
  task TEXT NOT NULL,                 -- JSON: core/flows/flow.ts
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX flows_place ON flows (chat_id, ifnull(thread_id, 0), user_id);
