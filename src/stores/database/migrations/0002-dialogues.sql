-- Dialogues are played by @grammyjs/conversations, which keeps a replay state. What is under way goes on: its question
-- waits for the same answer, written as the plugin writes a conversation that was entered with it.
CREATE TABLE dialogues (
  id TEXT PRIMARY KEY,
  chat_id INTEGER NOT NULL,
  thread_id INTEGER,
  user_id INTEGER NOT NULL,
  state TEXT NOT NULL,                -- JSON: the replay state of @grammyjs/conversations
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX dialogues_place ON dialogues (chat_id, ifnull(thread_id, 0), user_id);

INSERT INTO dialogues (id, chat_id, thread_id, user_id, state, expires_at)
SELECT id, chat_id, thread_id, user_id,
  json_object(
    'version', json_array(0, 1),
    'state', json_object('question', json_array(json_object(
      'args', json_array(json_object('id', id, 'revision', revision, 'task', json(task))) || '',
      'interrupts', json_array(1),
      'replay', json_object(
        'send', json('[{"payload":"wait"},{"payload":"until"}]'),
        'receive', json('[{"send":0,"returnValue":{"update_id":0}}]')
      )
    )))
  ),
  expires_at
FROM flows;
DROP TABLE flows;

-- Their questions are known under new names; a message that still travels is drawn by them.
UPDATE outbox
SET payload = replace(replace(replace(payload, '"flow-', '"dialogue-'), '"button-flow-', '"button-dialogue-'), '"action":"flow"', '"action":"dialogue"')
WHERE instr(payload, '"flow') > 0;
