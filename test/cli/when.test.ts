import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { CliWorld } from "./cli-world.ts";

const json = (line: string | undefined) => JSON.parse(line ?? "null");

test("when says what a phrase means, as JSON with offsets and as lines for a reader", async () => {
  using world = new CliWorld();
  const run = await world.vigil(["when", "--json", "--count", "2", "every monday at 09:00 water the plants"]);
  expect(run).toMatchObject({ status: 0, err: [] });
  expect(json(run.out[0])).toEqual({
    words: "every monday at 09:00 water the plants",
    schedule: expect.objectContaining({ type: "cron", zone: "Europe/Berlin" }),
    next: ["2026-03-02T09:00:00+01:00", "2026-03-09T09:00:00+01:00"],
    readings: [],
    rest: "water the plants",
  });
  expect((await world.vigil(["when", "tomorrow", "at", "9"])).out[1]).toBe(
    "  Mon 2 Mar 2026 09:00  2026-03-02T09:00:00+01:00",
  );
});

test("when takes the time, zone and locale that it is given", async () => {
  using world = new CliWorld();
  const run = await world.vigil([
    "when",
    "--now",
    "2026-07-01T23:30",
    "--zone",
    "america/new_york",
    "--locale",
    "ru",
    "--json",
    "завтра в 9",
  ]);
  expect(json(run.out[0]).next).toEqual(["2026-07-02T09:00:00-04:00"]);
  for (const args of [
    ["--zone", "Mars"],
    ["--locale", "fr"],
    ["--now", "noon"],
  ])
    expect((await world.vigil(["when", ...args, "tomorrow"])).status, args.join(" ")).not.toBe(0);
});

test("when refuses what cannot be read, with a code and a sentence, and exits 1", async () => {
  using world = new CliWorld();
  const run = await world.vigil(["when", "--json", "blue"]);
  expect(run.status).toBe(1);
  expect(json(run.out[0])).toEqual({
    words: "blue",
    error: { code: "when_unreadable", message: expect.stringContaining("for example") },
  });
});

test("when reads phrases and JSON objects from standard input, one answer a line", async () => {
  using world = new CliWorld();
  const input = [
    "tomorrow at 9",
    "",
    '{"words":"明天早上8点","now":"2026-03-01T07:00","zone":"Asia/Shanghai","locale":"zh"}',
    '{"words":"x","zone":"Mars/Base"}',
    "{broken",
    "blue",
  ];
  const run = await world.vigil(["when", "--json"], { input });
  expect(run).toMatchObject({ status: 0, err: [] });
  expect(run.out.map((line) => json(line).next?.[0] ?? json(line).error.code)).toEqual([
    "2026-03-02T09:00:00+01:00",
    "2026-03-02T08:00:00+08:00",
    "when_unknown_zone",
    "input_invalid",
    "when_unreadable",
  ]);
});

test("when stores nothing and needs no home", async () => {
  using world = new CliWorld();
  const before = readdirSync(world.root);
  const run = await world.vigil(["when", "in 20 minutes"], { env: { VIGIL_HOME: `${world.root}/elsewhere` } });
  expect(run.status).toBe(0);
  expect(readdirSync(world.root)).toEqual(before);
  expect(world.stores.schedules.countLive()).toBe(0);
});

test("CLI-1: instants are read in the schedule's zone and in whole seconds, lengths in words", async () => {
  using world = new CliWorld();
  const lines = async (words: string) => (await world.vigil(["when", words])).out;
  expect((await lines("every 90 minutes"))[0]).toMatch(
    /: every 90 minutes from Sun 1 Mar 2026 \d\d:\d\d, Europe\/Berlin$/,
  );
  expect((await lines("every 5 hours"))[0]).toContain(": every 5 hours from ");
  expect((await lines("in 20 minutes"))[0]).toBe("in 20 minutes: once, Sun 1 Mar 2026 07:20, Europe/Berlin");
  const { schedule } = json((await world.vigil(["when", "--json", "every 90 minutes until 5 March"])).out[0]);
  expect(schedule.anchor).toMatch(/^2026-03-01T\d\d:\d\d:00\+01:00$/);
  expect(schedule.ends.until).toBe("2026-03-05T23:59:59+01:00");
});

test("TIME-7: a date that falls on another weekday is refused with the weekday that it is", async () => {
  using world = new CliWorld();
  const { err, out } = await world.vigil(["when", "friday 3 march 2027 at 10"]);
  expect([...out, ...err].join()).toContain("2027-03-03 is a Wednesday; name the date or the weekday alone");
});
