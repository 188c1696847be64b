-- What is merely kept costs nothing: each of these serves a query that runs per message, turn, firing, press or minute.
CREATE INDEX messages_turn ON messages (turn_id, seq) WHERE turn_id IS NOT NULL;
CREATE INDEX turns_started ON turns (started_at);
CREATE INDEX turns_ended ON turns (ended_at) WHERE state IN ('done', 'failed');
CREATE INDEX approvals_turn ON approvals (turn_id) WHERE taken_at IS NULL;
CREATE INDEX approvals_taken ON approvals (taken_at) WHERE taken_at IS NOT NULL;
CREATE INDEX schedules_live ON schedules (next_run_at IS NULL, next_run_at, id) WHERE state IN ('pending', 'paused', 'unconfirmed');
CREATE INDEX schedules_unconfirmed ON schedules (created_at) WHERE state = 'unconfirmed';
CREATE INDEX firings_due ON firings (due_at);
CREATE INDEX firings_settled ON firings (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX outbox_settled ON outbox (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX outbox_failed ON outbox (settled_at) WHERE state = 'failed';
CREATE INDEX updates_handled ON updates (handled_at) WHERE handled_at IS NOT NULL AND error IS NULL;
