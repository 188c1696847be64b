import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStores, type Stores } from "#stores/stores.ts";
import { WakeHub } from "#system/wake-hub.ts";

/** A real store in a folder of its own, removed with it: `using store = testStores()`. */
export interface TestStores extends Disposable {
  readonly folder: string;
  readonly file: string;
  readonly wake: WakeHub;
  stores: Stores;
  /** Closes the connection and opens the file again, as a restart of the process does. */
  reopen(): Stores;
}

export function testStores(): TestStores {
  const folder = mkdtempSync(join(tmpdir(), "vigil-test-"));
  const file = join(folder, "vigil.db");
  const wake = new WakeHub();
  const open = (): Stores => openStores({ file, release: "0.0.0-test", wake });
  return {
    folder,
    file,
    wake,
    stores: open(),
    reopen() {
      this.stores.db.close();
      this.stores = open();
      return this.stores;
    },
    [Symbol.dispose]() {
      this.stores.db.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A real store in memory: for runs by the thousand, where the disk would be all that is measured. It cannot be reopened. */
export function memoryStores(): TestStores {
  const wake = new WakeHub();
  const stores = openStores({ file: ":memory:", release: "0.0.0-test", wake });
  return {
    folder: "",
    file: ":memory:",
    wake,
    stores,
    reopen() {
      throw new Error("a store in memory is gone when it is closed");
    },
    [Symbol.dispose]() {
      stores.db.close();
    },
  };
}
