import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AttachmentStore } from "#stores/files/attachments.ts";
import { testStores } from "#test/helpers/test-stores.ts";

test("TG-6: a file is kept under a name of our own, for its owner alone; theirs decides nothing but the ending", () => {
  using store = testStores();
  const attachments = new AttachmentStore(join(store.folder, "attachments"));
  const bytes = new Uint8Array([1, 2, 3]);
  const keep = (ending: string) => attachments.save(bytes, { id: `id${ending.length}`, day: "2026-12-01", ending });
  expect(keep(".PDF")).toBe("2026-12-01-id4.pdf");
  expect(keep("./../../etc")).toBe("2026-12-01-id11.bin");
  expect(attachments.read("2026-12-01-id4.pdf")).toEqual(Buffer.from(bytes));
  expect(statSync(attachments.pathOf("2026-12-01-id4.pdf")).mode & 0o777).toBe(0o600);
  expect(attachments.read("../vigil.db")).toBeUndefined();
  expect(attachments.read("..")).toBeUndefined();
  expect(() => keep(".PDF")).toThrow();
});
