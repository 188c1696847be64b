import { expect, test } from "vitest";
import { commandFault, commandReason } from "#core/schedules/command-end.ts";
import { commandName, lastLines } from "#core/schedules/command-name.ts";
import { type CommandRequest, planCommand } from "#core/schedules/plan-command.ts";

const CONTEXT = {
  id: "c-0000000000",
  now: Temporal.Instant.from("2026-12-01T08:00:00Z"),
  zone: "Europe/Berlin",
  locale: "en",
  hints: { defaultHour: "09:00", waking: "07:00-23:00" },
  live: 0,
  maxLive: 500,
} as const;

function plan(over: Partial<CommandRequest>, live = 0) {
  const request: CommandRequest = {
    text: "df -h",
    every: "every 5 minutes",
    target: { chatId: 1, threadId: null },
    createdSession: null,
    createdMessage: null,
    needsConfirmation: false,
    ...over,
  };
  return planCommand(request, { ...CONTEXT, live });
}

test("REM-20: a command has a limit of two minutes unless it says otherwise", () => {
  expect(plan({})).toMatchObject({ kind: "add", row: { kind: "command", timeoutMinutes: 2, state: "pending" } });
  expect(plan({ timeoutMinutes: 60 })).toMatchObject({ row: { timeoutMinutes: 60 } });
});

test.each([0, 61, 1.5, Number.NaN])("REM-20: a limit of %s minutes is refused", (timeoutMinutes) => {
  expect(plan({ timeoutMinutes })).toMatchObject({ kind: "refused", code: "bad_timeout", params: { most: 60 } });
});

test("REM-7: commands may recur every minute, not more often", () => {
  expect(plan({ every: "* * * * *" })).toMatchObject({ kind: "add" });
  expect(plan({ every: "every 30 seconds" })).toMatchObject({ kind: "refused" });
});

test("AGT-8: what a model asked for is not confirmed", () => {
  expect(plan({ needsConfirmation: true })).toMatchObject({ row: { state: "unconfirmed" } });
});

test("Bad input: each is refused with its reason", () => {
  expect(plan({ text: " " })).toMatchObject({ code: "text_empty" });
  expect(plan({ text: "x".repeat(4_001) })).toMatchObject({ code: "text_too_long" });
  expect(plan({ name: "x".repeat(101) })).toMatchObject({ code: "name_too_long", params: { length: 101, most: 100 } });
  expect(plan({ every: undefined })).toMatchObject({ code: "when_missing" });
  expect(plan({}, 500)).toMatchObject({ code: "too_many" });
});

const END = { exit: null, signal: null, timedOut: false, aborted: false, spawnError: null };
test.each([
  [{ ...END, exit: 0 }, null],
  [{ ...END, exit: 0, timedOut: true }, null],
  [{ ...END, exit: 127 }, "exit 127"],
  [{ ...END, signal: "SIGSEGV" }, "signal SIGSEGV"],
  [{ ...END, signal: "SIGTERM", timedOut: true }, "timed out after 7 min"],
  [{ ...END, exit: 1, timedOut: true }, "timed out after 7 min"],
  [{ ...END, timedOut: true }, "timed out after 7 min"],
  [{ ...END, signal: "SIGTERM", aborted: true }, "interrupted"],
  [{ ...END, spawnError: "ENOENT" }, "spawn: ENOENT"],
])("REM-8, REM-21: %j is judged as %s", (end, reason) => {
  const fault = commandFault(end, 7);
  expect(fault && commandReason(fault)).toBe(reason);
});

test("REM-21: a command is called by its name, else by the beginning of what it runs", () => {
  expect(commandName({ name: "backup", text: "tar" })).toBe("backup");
  expect(commandName({ name: null, text: "df -h\necho done" })).toBe("df -h…");
  expect(commandName({ name: null, text: "x".repeat(100) })).toBe(`${"x".repeat(80)}…`);
});

test("REM-21: the last lines are whole ones where they fit", () => {
  expect(lastLines("a\nb\n\n")).toBe("a\nb");
  expect(lastLines(Array.from({ length: 30 }, (_, i) => i).join("\n"))).toBe("20\n21\n22\n23\n24\n25\n26\n27\n28\n29");
  expect(lastLines(`${"y".repeat(790)}\n${"z".repeat(20)}`)).toBe("z".repeat(20));
  expect(lastLines("w".repeat(2_000))).toHaveLength(800);
});
