import { expect, test } from "vitest";
import { CliWorld } from "./cli-world.ts";

const TURN = { VIGIL_AGENT_TURN: "1", VIGIL_TURN_ORIGIN: "chat" };

/** Sets a command and returns its id. */
async function add(world: CliWorld, ...args: string[]): Promise<string> {
  const run = await world.vigil(["schedule", "add", "--json", ...args]);
  expect(run.err.filter((line) => !line.startsWith("Nothing runs now"))).toEqual([]);
  return JSON.parse(run.out[0]!).id as string;
}

test("REM-20: a command is set with its name and time limit, listed and explained", async () => {
  using world = new CliWorld();
  const id = await add(world, "--every", "day at 03:00", "--name", "backup", "--timeout", "10", "tar cf b.tar .");
  expect(id).toMatch(/^c-[0-9a-z]{10}$/);
  expect(world.stores.schedules.get(id)).toMatchObject({
    kind: "command",
    state: "pending",
    text: "tar cf b.tar .",
    name: "backup",
    timeoutMinutes: 10,
    target: { chatId: 7, threadId: null },
  });
  const list = await world.vigil(["schedule", "list"]);
  expect(list.out[1]).toMatch(new RegExp(`^${id} +pending +Mon 2 Mar 2026 03:00 +- +Europe/Berlin +backup +tar cf`));
  expect((await world.vigil(["schedule", "why", id])).err[0]).toBe(`vigil: ${id} has not run yet.`);
  expect((await world.vigil(["remind", "list", "--json"])).out).toEqual(["[]"]);
});

test("REM-7, Bad input: what does not fit is refused with its reason, and nothing is stored", async () => {
  using world = new CliWorld();
  const refused = async (...args: string[]) => (await world.vigil(["schedule", "add", ...args])).err[0];
  expect(await refused("--every", "30 seconds", "true")).toContain("at least 1 minute has to lie between");
  expect(await refused("--every", "day at 03:00", "--timeout", "61", "true")).toContain("1 to 60");
  expect(await refused("--every", "day at 03:00", "--timeout", "1.5", "true")).toContain("1 to 60");
  expect(await refused("--at", "tomorrow at 9", "  ")).toContain("The text is empty");
  expect(await refused("--at", "tomorrow at 9", "x".repeat(4_001))).toContain("at most 4000");
  expect(await refused("--at", "yesterday at 9", "true")).toContain("has passed");
  expect(await refused("true")).toContain("needs either --at or --every");
  expect(world.stores.schedules.countLive()).toBe(0);
});

test("REM-31: the verbs of reminders work on commands, and on commands alone", async () => {
  using world = new CliWorld();
  const id = await add(world, "--every", "day at 03:00", "true");
  const vigil = async (...args: string[]) => (await world.vigil(["schedule", ...args])).status;
  expect(await vigil("move", id, "--every", "day at 04:00")).toBe(0);
  expect(world.stores.schedules.get(id)?.nextRunAt).toBe(Date.parse("2026-03-02T03:00:00Z"));
  expect(await vigil("edit", id, "date")).toBe(0);
  expect(await vigil("pause", id)).toBe(0);
  expect(await vigil("run", id)).toBe(0);
  expect(world.stores.firings.latest(id)).toMatchObject({ origin: "run_now", text: "date", state: "claimed" });
  expect(await vigil("resume", id)).toBe(0);
  expect((await world.vigil(["remind", "remove", id])).status).toBe(1);
  expect(await vigil("remove", id)).toBe(0);
  expect(world.stores.schedules.get(id)).toBeUndefined();
});

test("REM-21, REM-22: log prints what was run, without what a terminal would obey; it is gone with the row", async () => {
  using world = new CliWorld();
  const id = await add(world, "--every", "day at 03:00", "true");
  expect((await world.vigil(["schedule", "log", id])).err[0]).toContain("has not run yet");
  world.stores.commandLogs.append(id, { title: "run", output: "a\u001b]0;evil\u0007b\nc" });
  expect((await world.vigil(["schedule", "log", id])).out).toEqual(["── run", "a]0;evilb", "c"]);
  await world.vigil(["schedule", "remove", id]);
  expect(world.stores.commandLogs.read(id)).toBeNull();
  expect((await world.vigil(["schedule", "log", id])).status).toBe(1);
});

test("AGT-8, CLI-2: called from a turn, a new command waits for its owner, and none is edited", async () => {
  using world = new CliWorld();
  const run = await world.vigil(["schedule", "add", "--json", "--every", "day at 03:00", "rm -r ~/old\u202e"], {
    env: TURN,
  });
  const { id, state } = JSON.parse(run.out[0]!);
  expect(state).toBe("unconfirmed");
  expect(run.err[0]).toContain("does not run before that");
  const [message] = world.stores.db.all("SELECT id FROM outbox").map((row) => world.stores.outbox.get(Number(row.id))!);
  expect(message).toMatchObject({
    target: { chatId: 7 },
    payload: {
      code: "confirm-command",
      params: { command: "rm -r ~/old\\u{202E}" },
      buttons: [
        [
          { action: "confirm", args: [id] },
          { action: "drop-schedule", args: [id] },
        ],
      ],
    },
  });
  expect((await world.vigil(["schedule", "edit", id, "date"], { env: TURN })).err[0]).toContain("not allowed inside");
  expect((await world.vigil(["schedule", "run", id], { env: TURN })).err[0]).toContain("not confirmed");
  expect((await world.vigil(["schedule", "pause", id], { env: TURN })).err[0]).toContain("not confirmed");
});

test("REM-10, CLI-2: a reminder's turn may look at commands and remove them, nothing else", async () => {
  using world = new CliWorld();
  const id = await add(world, "--every", "day at 03:00", "true");
  const env = { VIGIL_AGENT_TURN: "1", VIGIL_TURN_ORIGIN: "reminder" };
  for (const args of [
    ["add", "--at", "tomorrow", "true"],
    ["move", id, "tomorrow"],
    ["run", id],
    ["pause", id],
  ])
    expect((await world.vigil(["schedule", ...args], { env })).err[0]).toContain(
      "not allowed inside a reminder's turn",
    );
  expect((await world.vigil(["schedule", "list"], { env })).status).toBe(0);
  expect((await world.vigil(["schedule", "remove", id], { env })).status).toBe(0);
});
