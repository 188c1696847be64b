import path from "node:path";
import type { Wake } from "#core/ports.ts";
import { Database } from "./database/database.ts";
import { MetaStore } from "./database/meta.ts";
import { assertCurrent, migrate } from "./database/migrate.ts";
import { assertNotEmptied, explainStoreFault } from "./database/store-faults.ts";
import { CommandLogs } from "./files/command-log.ts";
import { DialogueStore } from "./inbox/dialogues.ts";
import { UndoStore } from "./inbox/undo.ts";
import { UpdateStore } from "./inbox/updates.ts";
import { JobStore } from "./jobs/jobs.ts";
import { RequestStore } from "./jobs/requests.ts";
import { type AlertRules, AlertStore } from "./outbox/alerts.ts";
import { OutboxStore } from "./outbox/outbox.ts";
import { Pause } from "./outbox/pause.ts";
import { ChatStore } from "./people/chats.ts";
import { OwnerStore } from "./people/owners.ts";
import { FiringStore } from "./schedules/firings.ts";
import { ScheduleStore } from "./schedules/schedules.ts";
import { ApprovalStore } from "./sessions/approvals.ts";
import { DelegationStore } from "./sessions/delegations.ts";
import { GrantStore } from "./sessions/grants.ts";
import { MessageStore } from "./sessions/messages.ts";
import { SessionStore } from "./sessions/sessions.ts";
import { TurnStore } from "./sessions/turns.ts";
import { Conventions } from "./settings/conventions.ts";

/** Every store over one connection. */
export interface Stores {
  readonly db: Database;
  readonly meta: MetaStore;
  readonly jobs: JobStore;
  readonly owners: OwnerStore;
  readonly chats: ChatStore;
  readonly updates: UpdateStore;
  readonly sessions: SessionStore;
  readonly messages: MessageStore;
  readonly turns: TurnStore;
  readonly approvals: ApprovalStore;
  readonly grants: GrantStore;
  readonly schedules: ScheduleStore;
  readonly firings: FiringStore;
  readonly commandLogs: CommandLogs;
  readonly requests: RequestStore;
  readonly delegations: DelegationStore;
  readonly outbox: OutboxStore;
  readonly dialogues: DialogueStore;
  readonly pause: Pause;
  readonly conventions: Conventions;
  readonly undo: UndoStore;
  readonly alerts: AlertStore;
}

/**
 * Opens the store at `file`, brought forward to this code's schema, and every table's store over it.
 * `release` is this code's version; `beforeMigration` runs once before the first migration of a store with data.
 * `alerts` are the rules of alerts; without them the defaults hold.
 * With `migrate: false`, as beside a running process, a store that would have to be brought forward is refused.
 * @throws AppError `store_newer`, `store_outdated`, `store_damaged`, `store_io`, `home_unwritable`, `disk_full`
 */
export function openStores(options: {
  file: string;
  release: string;
  wake?: Wake;
  migrate?: boolean;
  beforeMigration?: (from: number) => void;
  alerts?: AlertRules;
}): Stores {
  const db = openDatabase(options.file, options.wake);
  try {
    if (options.migrate === false) assertCurrent(db);
    else migrate(db, options.beforeMigration);
  } catch (error) {
    db.close();
    throw explainStoreFault(error, options.file);
  }
  const commandLogs = new CommandLogs(path.join(path.dirname(options.file), "logs", "commands"));
  const meta = new MetaStore(db);
  const owners = new OwnerStore(db);
  const chats = new ChatStore(db);
  const outbox = new OutboxStore(db);
  return {
    db,
    meta,
    jobs: new JobStore(db),
    owners,
    chats,
    updates: new UpdateStore(db),
    sessions: new SessionStore(db),
    messages: new MessageStore(db),
    turns: new TurnStore(db),
    approvals: new ApprovalStore(db),
    grants: new GrantStore(db),
    schedules: new ScheduleStore(db, options.release, commandLogs),
    firings: new FiringStore(db),
    commandLogs,
    requests: new RequestStore(db),
    delegations: new DelegationStore(db),
    outbox,
    dialogues: new DialogueStore(db),
    pause: new Pause(db, meta, outbox),
    conventions: new Conventions(meta),
    undo: new UndoStore(db),
    alerts: new AlertStore(db, { owners, chats, outbox }, options.alerts),
  };
}

function openDatabase(file: string, wake: Wake | undefined): Database {
  assertNotEmptied(file);
  try {
    return new Database(file, wake);
  } catch (error) {
    throw explainStoreFault(error, file);
  }
}
