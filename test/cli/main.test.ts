import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { CliWorld } from "./cli-world.ts";

test("CLI-1: help is exit 0, wrong usage is exit 2 with a sentence on standard error", async () => {
  using world = new CliWorld();
  for (const args of [["--help"], ["help"], ["help", "remind"], ["remind", "add", "--help"], ["--version"]])
    expect(await world.vigil(args), args.join(" ")).toMatchObject({ status: 0, err: [] });
  expect((await world.vigil(["help", "remind"])).out.join("\n")).toContain("remove");
  for (const args of [
    [],
    ["nothing"],
    ["remind", "add"],
    ["remind", "add", "x"],
    ["jobs", "--nope"],
    ["post"],
    ["when", "--count", "0", "x"],
  ]) {
    const run = await world.vigil(args);
    expect(run, args.join(" ")).toMatchObject({ status: 2, out: [] });
    expect(run.err.join(), args.join(" ")).not.toBe("");
  }
});

test("an invalid environment is exit 2 with a line for each fault and no secret", async () => {
  using world = new CliWorld();
  const run = await world.vigil(["status"], { env: { VIGIL_LOCALE: "fr", TELEGRAM_BOT_TOKEN: "my secret" } });
  expect(run.status).toBe(2);
  expect(run.err.slice(0, 2)).toEqual([
    "vigil: TELEGRAM_BOT_TOKEN (its value is not shown) is not valid; accepted: the token from @BotFather, digits:letters",
    'vigil: VIGIL_LOCALE="fr" is not valid; accepted: en, ru, zh',
  ]);
});

test("CLI-1: a missing home is exit 2, and no command makes one", async () => {
  using world = new CliWorld();
  const empty = mkdtempSync(path.join(tmpdir(), "vigil-empty-"));
  const commands = [
    ["status"],
    ["sessions", "list"],
    ["doctor"],
    ["doctor", "--time"],
    ["jobs"],
    ["pair"],
    ["post", "x"],
    ["remind", "list"],
  ];
  for (const args of commands) {
    const run = await world.vigil(args, { env: { VIGIL_HOME: empty } });
    expect(run, args.join(" ")).toMatchObject({ status: 2, out: [] });
    expect(run.err[0]).toBe(`vigil: There is no home of Vigil in ${empty}.`);
  }
  // Only an empty folder can be removed so.
  rmdirSync(empty);
});

test("CLI-2: inside a turn of the agent nobody is let in, and a reminder sets no reminder", async () => {
  using world = new CliWorld();
  const refused = { status: 1, out: [] };
  for (const args of [["pair"], ["start"]])
    expect(await world.vigil(args, { env: { VIGIL_AGENT_TURN: "1" } })).toMatchObject(refused);
  const add = ["remind", "add", "--at", "tomorrow at 9", "x"];
  const inReminder = { env: { VIGIL_AGENT_TURN: "1", VIGIL_TURN_ORIGIN: "reminder" } };
  expect(await world.vigil(add, inReminder)).toMatchObject(refused);
  expect(world.stores.schedules.countLive()).toBe(0);
  expect(world.stores.db.get("SELECT 1 FROM pairing")).toBeUndefined();
});
