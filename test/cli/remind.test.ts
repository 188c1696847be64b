import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { decideClaim } from "#core/schedules/decide-claim.ts";
import { acquireInstanceLock } from "#stores/home/instance-lock.ts";
import { reminderRow } from "#test/helpers/schedule-rows.ts";
import { CliWorld } from "./cli-world.ts";

/** Adds a reminder through the command line; returns its id. */
async function added(world: CliWorld, when: string, text: string): Promise<string> {
  const { out } = await world.vigil(["remind", "add", "--at", when, "--json", text]);
  return (JSON.parse(out[0] ?? "") as { id: string }).id;
}

test("CLI-1: a reminder is edited, moved, paused, resumed, run, removed and brought back", async () => {
  using world = new CliWorld();
  const id = await added(world, "tomorrow at 9", "call Ann");
  const row = () => world.stores.schedules.get(id);
  expect(await world.vigil(["remind", "edit", id, "call", "Ben"])).toMatchObject({ status: 0 });
  expect(row()?.text).toBe("call Ben");
  expect(await world.vigil(["remind", "move", id, "tomorrow", "at", "10"])).toMatchObject({
    status: 0,
    out: [`${id} is set for Mon 2 Mar 2026 10:00 (Europe/Berlin).`],
  });
  expect(await world.vigil(["remind", "move", id, "--every", "monday at 8"])).toMatchObject({ status: 0 });
  expect(row()).toMatchObject({ text: "call Ben", schedule: { type: "cron" } });
  const once = await world.vigil(["remind", "move", id, "tomorrow", "at", "9"]);
  expect(once.out[0]).toContain("Mon 2 Mar 2026 09:00 (Europe/Berlin). This ends the series");
  expect(await world.vigil(["remind", "pause", id])).toMatchObject({ status: 0, out: [`${id} is paused.`] });
  expect(row()?.state).toBe("paused");
  const run = await world.vigil(["remind", "run", id]);
  expect(run.err.join()).toContain("Nothing runs now");
  expect(world.stores.firings.claimed("text", 5)).toMatchObject([{ scheduleId: id, origin: "run_now" }]);
  expect(await world.vigil(["remind", "resume", id])).toMatchObject({ status: 0 });
  expect(row()?.state).toBe("pending");
  const removed = await world.vigil(["remind", "remove", id]);
  const undo = /"vigil (remind undo \d+)"/.exec(removed.err.join())?.[1] ?? "";
  expect(row()).toBeUndefined();
  expect(await world.vigil(undo.split(" "))).toMatchObject({ status: 0, out: [`${id} is back.`] });
  expect(row()?.text).toBe("call Ben");
  expect(await world.vigil(undo.split(" "))).toMatchObject({ status: 1, out: [] });
});

test("Bad input: each wrong change is refused with its reason, exit 1, and changes nothing", async () => {
  using world = new CliWorld();
  const id = await added(world, "tomorrow at 9", "call Ann");
  world.stores.schedules.add(
    reminderRow("2026-03-02T08:00:00Z", { id: "c-0000000009", kind: "command", text: "true" }),
  );
  const before = world.stores.db.all("SELECT * FROM schedules ORDER BY id");
  const cases: [string[], RegExp][] = [
    [["edit", "r-nosuchrow00", "x"], /no reminder r-nosuchrow00/],
    [["remove", "c-0000000009"], /no reminder c-0000000009/],
    [["pause", "c-0000000009"], /no reminder/],
    [["edit", id, " "], /empty/],
    [["edit", id, "x".repeat(4_001)], /4001 characters; at most 4000/],
    [["move", id, "yesterday"], /passed/],
    [["move", id], /No time is given/],
    [["move", id, "--every", "0 0 31 2 *"], /never/],
    [["move", id, "--every", "*/5 * * * *"], /at least 10 minutes/],
    [["resume", id], /not paused/],
    [["why", id], /has not fired yet/],
    [["why", "r-nosuchrow00"], /Nothing is known/],
    [["undo", "1"], /no longer be undone/],
  ];
  for (const [args, reason] of cases) {
    const run = await world.vigil(["remind", ...args]);
    expect(run, args.join(" ")).toMatchObject({ status: 1, out: [] });
    expect(run.err.join("\n"), args.join(" ")).toMatch(reason);
  }
  expect(world.stores.db.all("SELECT * FROM schedules ORDER BY id")).toEqual(before);
});

test("Bad input: 500 live rows are the most, paused ones count as well, and reviving one is held to it", async () => {
  using world = new CliWorld();
  world.stores.db.transaction(() => {
    for (let n = 0; n < 500; n++)
      world.stores.schedules.add(
        reminderRow("2026-03-02T08:00:00Z", {
          id: `r-${String(n).padStart(10, "0")}`,
          state: n % 2 ? "paused" : "pending",
        }),
      );
    world.stores.schedules.add(reminderRow("2026-03-01T05:00:00Z", { id: "r-fired00000" }));
    world.stores.schedules.advance("r-fired00000", "fired", null, world.clock.now());
  });
  expect((await world.vigil(["remind", "add", "--at", "tomorrow", "x"])).err[0]).toContain("already 500");
  expect((await world.vigil(["remind", "move", "r-fired00000", "tomorrow"])).err[0]).toContain("already 500");
  expect(world.stores.schedules.countLive()).toBe(500);
});

test("REM-4: the list is searched and cut, and says whether anybody would fire what stands in it", async () => {
  using world = new CliWorld();
  for (let n = 0; n < 60; n++)
    world.stores.schedules.add(
      reminderRow("2026-03-02T08:00:00Z", { text: n === 59 ? "Water the ficus" : `task ${n}` }),
    );
  const list = await world.vigil(["remind", "list"]);
  expect(list.out).toHaveLength(51);
  expect(list.err).toEqual(["10 more: --all shows them.", "Vigil does not run; it has never run."]);
  expect((await world.vigil(["remind", "list", "--all"])).out).toHaveLength(61);
  const found = await world.vigil(["remind", "list", "--search", "FICUS"]);
  expect(found.out.slice(1)).toEqual([expect.stringContaining("Water the ficus")]);
});

test("REM-17: why prints the receipt of the last firing, also of a row that is gone", async () => {
  using world = new CliWorld();
  const { stores } = world;
  const row = reminderRow("2026-03-01T05:30:00Z", { text: "stretch" });
  stores.schedules.add(row);
  stores.firings.claim(decideClaim(stores.schedules.get(row.id)!, world.clock.now()).firing, world.clock.now());
  stores.schedules.remove(row.id);
  const why = await world.vigil(["remind", "why", row.id]);
  expect(why.out).toEqual([
    "stretch",
    expect.stringMatching(/^asked +Sun 1 Mar 2026 05:30$/),
    expect.stringMatching(/^due +Sun 1 Mar 2026 06:30$/),
    expect.stringMatching(/^claimed +Sun 1 Mar 2026 07:00, 30 min late$/),
    expect.stringMatching(/^so +waits for its turn$/),
  ]);
  expect(JSON.parse((await world.vigil(["remind", "why", row.id, "--json"])).out[0]!)).toMatchObject({
    delivered: null,
    message: null,
  });
});

test("CLI-2: inside a reminder's turn nothing is set or changed; what there is can be read and removed", async () => {
  using world = new CliWorld();
  const id = await added(world, "tomorrow at 9", "call Ann");
  const env = { VIGIL_AGENT_TURN: "1", VIGIL_TURN_ORIGIN: "reminder" };
  for (const args of [
    ["edit", id, "x"],
    ["move", id, "in 1 hour"],
    ["run", id],
    ["pause", id],
    ["resume", id],
    ["undo", "1"],
  ])
    expect((await world.vigil(["remind", ...args], { env })).err[0], args[0]).toContain("is not allowed inside");
  for (const args of [["backup"], ["restore", "x"]])
    expect((await world.vigil(args, { env: { VIGIL_AGENT_TURN: "1" } })).err[0], args[0]).toContain("not allowed");
  expect(await world.vigil(["remind", "list"], { env })).toMatchObject({ status: 0 });
  expect(await world.vigil(["remind", "remove", id], { env })).toMatchObject({ status: 0 });
});

test("OPS-7: backup works beside a running process, restore is refused there and says who runs", async () => {
  using world = new CliWorld();
  await added(world, "tomorrow at 9", "call Ann");
  const lock = acquireInstanceLock(world.home, { pid: 123, startedAt: "2026-03-01T05:00:00Z", version: "1" });
  const made = await world.vigil(["backup", "copy.db"]);
  expect(made).toMatchObject({ status: 0, out: [expect.stringContaining("copy.db")] });
  expect((await world.vigil(["restore", "copy.db"])).err[0]).toContain("process 123");
  lock.release();
  await added(world, "tomorrow at 10", "call Ben");
  world.stores.db.close();
  const restored = await world.vigil(["restore", "copy.db"]);
  expect(restored).toMatchObject({
    status: 0,
    out: [expect.stringContaining("is now the copy"), expect.stringContaining("replaced-")],
  });
  const { out } = await world.vigil(["remind", "list", "--json"]);
  expect(JSON.parse(out[0]!)).toMatchObject([{ text: "call Ann" }]);
});

test("OPS-7, ARC-8: a copy that is not there, or whose folder is not, is one sentence and leaves nothing behind", async () => {
  using world = new CliWorld();
  const elsewhere = `${world.root}/elsewhere`;
  const restore = await world.vigil(["restore", "/nope.db"], { env: { VIGIL_HOME: elsewhere } });
  expect(restore).toMatchObject({ status: 1, err: [expect.stringContaining("/nope.db")] });
  expect(existsSync(elsewhere)).toBe(false);
  const backup = await world.vigil(["backup", "/no/such/folder/x.db"]);
  expect(backup.status).toBe(1);
  expect(backup.err[0]).toContain("/no/such/folder/x.db");
  expect(backup.err.join("\n")).not.toMatch(/\n\s+at /);
});

test("CLI-1: a chat that the bot has not seen is taken, with a word of warning; a missing home is exit 2 for every command", async () => {
  using world = new CliWorld();
  const added = await world.vigil(["remind", "add", "--at", "tomorrow at 9", "--chat", "555", "tea"]);
  expect(added.status).toBe(0);
  expect(added.err[0]).toContain("has not seen chat 555");
  for (const args of [
    ["pair"],
    ["status"],
    ["doctor"],
    ["remind", "list"],
    ["jobs"],
    ["sessions", "list"],
    ["post", "x"],
  ]) {
    const env = { VIGIL_HOME: `${world.root}/none`, VIGIL_OWNER_IDS: "7" };
    expect(await world.vigil(args, { env }), args.join(" ")).toMatchObject({ status: 2 });
  }
});
