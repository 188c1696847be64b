import type { Wake } from "#core/ports.ts";
import { ChatStore } from "./chats.ts";
import { Database } from "./database.ts";
import { FiringStore } from "./firings.ts";
import { JobStore } from "./jobs.ts";
import { MessageStore } from "./messages.ts";
import { MetaStore } from "./meta.ts";
import { assertCurrent, migrate } from "./migrate.ts";
import { OutboxStore } from "./outbox.ts";
import { OwnerStore } from "./owners.ts";
import { ScheduleStore } from "./schedules.ts";
import { SessionStore } from "./sessions.ts";
import { assertNotEmptied, explainStoreFault } from "./store-faults.ts";
import { TurnStore } from "./turns.ts";
import { UpdateStore } from "./updates.ts";

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
  readonly schedules: ScheduleStore;
  readonly firings: FiringStore;
  readonly outbox: OutboxStore;
}

/**
 * Opens the store at `file`, brought forward to this code's schema, and every table's store over it.
 * `release` is this code's version; `beforeMigration` runs once before the first migration of a store with data.
 * With `migrate: false`, as beside a running process, a store that would have to be brought forward is refused.
 * @throws AppError `store_newer`, `store_outdated`, `store_damaged`, `store_io`, `home_unwritable`, `disk_full`
 */
export function openStores(options: {
  file: string;
  release: string;
  wake?: Wake;
  migrate?: boolean;
  beforeMigration?: (from: number) => void;
}): Stores {
  const db = openDatabase(options.file, options.wake);
  try {
    if (options.migrate === false) assertCurrent(db);
    else migrate(db, options.beforeMigration);
  } catch (error) {
    db.close();
    throw explainStoreFault(error, options.file);
  }
  return {
    db,
    meta: new MetaStore(db),
    jobs: new JobStore(db),
    owners: new OwnerStore(db),
    chats: new ChatStore(db),
    updates: new UpdateStore(db),
    sessions: new SessionStore(db),
    messages: new MessageStore(db),
    turns: new TurnStore(db),
    schedules: new ScheduleStore(db, options.release),
    firings: new FiringStore(db),
    outbox: new OutboxStore(db),
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
