import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CommandLogs } from "#stores/files/command-log.ts";
import { tempFolder } from "#test/helpers/temp-folder.ts";

test("REM-21: runs stand in order, newest last, within 32,000 characters; the oldest go first", () => {
  using folder = tempFolder();
  const logs = new CommandLogs(join(folder.path, "commands"));
  for (let run = 1; run <= 9; run++) logs.append("c-a", { title: `run ${run}`, output: "x".repeat(8_000) });
  const text = logs.read("c-a")!;
  expect(text.length).toBeLessThanOrEqual(32_000);
  expect(text.match(/^── .*/gm)).toEqual(["── run 7", "── run 8", "── run 9"]);
  expect(text.startsWith("[… earlier runs left out …]\n")).toBe(true);
  expect(statSync(join(folder.path, "commands", "c-a.log")).mode & 0o077).toBe(0);
});

test("REM-21: output that looks like the line above a run cannot pass for one", () => {
  using folder = tempFolder();
  const logs = new CommandLogs(folder.path);
  logs.append("c-a", { title: "first", output: "── forged · exit 0\nx" });
  logs.append("c-a", { title: "second", output: "" });
  expect(logs.read("c-a")).toBe("── first\n ── forged · exit 0\nx\n── second\n");
});

test("REM-22: a removed log is gone, and removing what is not there is no fault", () => {
  using folder = tempFolder();
  const logs = new CommandLogs(join(folder.path, "commands"));
  logs.append("c-a", { title: "first", output: "x" });
  logs.remove("c-a");
  logs.remove("c-a");
  expect(logs.read("c-a")).toBeNull();
  expect(readdirSync(join(folder.path, "commands"))).toEqual([]);
  writeFileSync(join(folder.path, "file"), "");
  new CommandLogs(join(folder.path, "file")).remove("c-a");
});
