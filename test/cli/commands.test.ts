import { expect, test } from "vitest";
import { acquireInstanceLock } from "#stores/home/instance-lock.ts";
import { daily, reminderRow } from "#test/helpers/schedule-rows.ts";
import { CliWorld } from "./cli-world.ts";

const parse = (lines: readonly string[]) => JSON.parse(lines.join("\n"));

function running(world: CliWorld) {
  const lock = acquireInstanceLock(world.home, {
    pid: process.pid,
    startedAt: "2026-03-01T05:00:00Z",
    version: "0.0.1",
  });
  return { [Symbol.dispose]: () => lock.release() };
}

test("CLI-1: remind add writes the row, remind list shows it, remind remove takes it away", async () => {
  using world = new CliWorld();
  const added = await world.vigil(["remind", "add", "--at", "tomorrow at 9", "--json", "call", "Ann"]);
  expect(added.status).toBe(0);
  const row = parse(added.out);
  expect(row).toMatchObject({
    id: expect.stringMatching(/^r-\w{10}$/),
    kind: "text",
    state: "pending",
    text: "call Ann",
    next_run_at: "2026-03-02T09:00:00+01:00",
    chat_id: 7,
    thread_id: null,
  });
  expect(added.err).toEqual(['Nothing runs now: it fires only while Vigil runs ("vigil start").']);
  expect(world.stores.schedules.get(row.id)).toMatchObject({ text: "call Ann", target: { chatId: 7, threadId: null } });
  expect(parse((await world.vigil(["remind", "list", "--json"])).out)).toEqual([row]);
  expect((await world.vigil(["remind", "list"])).out[1]).toContain("Mon 2 Mar 2026 09:00");
  expect(await world.vigil(["remind", "remove", row.id])).toMatchObject({ status: 0 });
  expect(world.stores.schedules.countLive()).toBe(0);
  expect(await world.vigil(["remind", "remove", row.id])).toMatchObject({ status: 1, out: [] });
});

test("CLI-1: a repeating reminder, in a named chat and topic", async () => {
  using world = new CliWorld();
  const run = await world.vigil([
    "remind",
    "add",
    "--every",
    "monday at 9",
    "--chat",
    "-100123",
    "--topic",
    "5",
    "--json",
    "plan",
  ]);
  expect(parse(run.out)).toMatchObject({ chat_id: -100123, thread_id: 5, schedule: { type: "cron" } });
  expect(await world.vigil(["remind", "add", "--at", "in 1 hour", "--chat", "ann", "x"])).toMatchObject({ status: 2 });
});

test("REM-7: what cannot be set is refused with the reason, and nothing is stored", async () => {
  using world = new CliWorld();
  for (const when of ["yesterday", "blue", "2026-02-30T09:00"]) {
    const run = await world.vigil(["remind", "add", "--at", when, "x"]);
    expect(run, when).toMatchObject({ status: 1, out: [] });
    expect(run.err[0], when).toMatch(/^vigil: \w.*\.$/);
  }
  const often = await world.vigil(["remind", "add", "--every", "* * * * *", "x"]);
  expect(often.err[0]).toContain("at least 10 minutes");
  expect(world.stores.schedules.countLive()).toBe(0);
});

test("remind remove touches no command", async () => {
  using world = new CliWorld();
  const command = reminderRow("2026-03-02T08:00:00Z", { id: "c-0000000001", kind: "command" });
  world.stores.schedules.add(command);
  expect(await world.vigil(["remind", "remove", command.id])).toMatchObject({ status: 1 });
  expect(world.stores.schedules.countLive()).toBe(1);
});

test("CLI-1: without an owner and without --chat there is nobody to write to", async () => {
  using world = new CliWorld();
  world.stores.db.run("DELETE FROM owners");
  expect((await world.vigil(["post", "hello"])).err[0]).toBe(
    "vigil: No owner has written to the bot yet, so there is no chat to write to.",
  );
  expect(await world.vigil(["post", "hello"], { env: { VIGIL_OWNER_IDS: "42,7" } })).toMatchObject({ status: 0 });
  expect(world.stores.outbox.get(1)?.target).toEqual({ chatId: 42, threadId: null });
});

test("CLI-1: post without a running process queues and says when it is sent", async () => {
  using world = new CliWorld();
  expect(await world.vigil(["post", "--silent", "*hello*", "there"])).toMatchObject({
    status: 0,
    out: ["Nothing runs now: the message is sent at the next start."],
  });
  expect(world.stores.outbox.get(1)).toMatchObject({
    silent: true,
    payload: { kind: "text", markdown: "*hello* there" },
  });
});

test("CLI-1: post beside a running process waits for the outcome", async () => {
  using world = new CliWorld();
  using _ = running(world);
  const sent = world.vigil(["post", "--json", "hello"]);
  await world.clock.advance("PT0.2S");
  world.stores.outbox.settle(1, "sent", null, world.clock.now());
  await world.clock.advance("PT0.1S");
  expect(parse((await sent).out)).toEqual({ id: 1, state: "sent", chat_id: 7, thread_id: null, error: null });

  const refused = world.vigil(["post", "again"]);
  await world.clock.advance("PT0.1S");
  world.stores.outbox.settle(2, "failed", "400 chat not found", world.clock.now());
  await world.clock.advance("PT0.1S");
  expect(await refused).toMatchObject({
    status: 1,
    out: [],
    err: ["The message could not be delivered: 400 chat not found."],
  });

  const waits = world.vigil(["post", "third"]);
  await world.clock.advance("PT20S");
  expect(await waits).toMatchObject({ status: 0, out: ["The message waits in the outbox."] });
});

test("TG-1: pair opens a window of ten minutes whose code is the printed one", async () => {
  using world = new CliWorld();
  const { code, link, expires_at } = parse((await world.vigil(["pair", "--json"])).out);
  expect({ link, expires_at }).toEqual({ link: null, expires_at: "2026-03-01T07:10:00+01:00" });
  const user = { userId: 9, name: "Bob", languageCode: null, privateChatId: 9 };
  expect(world.stores.owners.tryPairing(code, user, world.clock.now().add({ minutes: 9 }))).toBe("paired");
  expect(await world.vigil(["pair"], { env: { VIGIL_OWNER_IDS: "7" } })).toMatchObject({ status: 1, out: [] });
});

test("OPS-5: jobs shows failures until they are acknowledged, which changes nothing but the mark", async () => {
  using world = new CliWorld();
  world.stores.jobs.record("sweep", { startedAt: world.clock.now(), durationMs: 12, error: "disk full", next: null });
  expect(parse((await world.vigil(["jobs", "--json"])).out)).toEqual([
    {
      name: "sweep",
      started_at: "2026-03-01T07:00:00+01:00",
      duration_ms: 12,
      outcome: "failed",
      error: "disk full",
      acknowledged_at: null,
      next_at: null,
    },
  ]);
  expect((await world.vigil(["jobs", "ack", "sweep"])).out).toEqual(["The failure of sweep is marked as seen."]);
  expect(world.stores.jobs.get("sweep")).toMatchObject({ outcome: "failed", error: "disk full" });
  expect((await world.vigil(["jobs"])).out[1]).toContain("failed (seen)");
  expect(await world.vigil(["jobs", "ack", "nothing"])).toMatchObject({ status: 1 });
});

test("OPS-12: status says what runs, costs and waits", async () => {
  using world = new CliWorld();
  world.stores.schedules.add(reminderRow("2026-03-02T08:00:00Z"));
  const session = world.stores.sessions.open({ chatId: 7, threadId: null }, world.clock.now());
  world.stores.turns.start({ id: "t", sessionId: session.id, origin: "chat", model: "offline" }, world.clock.now());
  expect(parse((await world.vigil(["status", "--json"])).out)).toMatchObject({
    running: false,
    pid: null,
    model: "offline",
    zone: "Europe/Berlin",
    schedules_live: 1,
    next_run_at: "2026-03-02T09:00:00+01:00",
    turns_running: 1,
    today: { turns: 1, input_tokens: 0, output_tokens: 0 },
  });
  using _ = running(world);
  expect(parse((await world.vigil(["status", "--json"])).out)).toMatchObject({
    running: true,
    pid: process.pid,
    started_at: "2026-03-01T06:00:00+01:00",
  });
  expect((await world.vigil(["status"])).out[0]).toContain(`process ${process.pid}`);
});

test("sessions list gives the numbers that --chat and --topic take", async () => {
  using world = new CliWorld();
  world.stores.chats.see(-1005, "supergroup", "Family");
  const session = world.stores.sessions.open({ chatId: -1005, threadId: 3 }, world.clock.now());
  world.stores.sessions.rename(session.id, "Garden");
  expect(parse((await world.vigil(["sessions", "list", "--json"])).out)).toEqual([
    {
      id: session.id,
      chat_id: -1005,
      thread_id: 3,
      chat: "Family",
      title: "Garden",
      created_at: "2026-03-01T07:00:00+01:00",
    },
  ]);
  expect((await world.vigil(["sessions", "list"])).out[1]).toContain("Family / Garden");
});

test("OPS-4: doctor prints a line a check and exits 1 on a FAIL; --json gives the same", async () => {
  using world = new CliWorld();
  const fine = await world.vigil(["doctor"]);
  expect(fine.out.some((line) => line.startsWith("ok    zone"))).toBe(true);
  expect(fine.out.every((line) => /^(ok {2}|warn|FAIL) {2}\S/.test(line))).toBe(true);
  const findings = parse((await world.vigil(["doctor", "--json"], { env: { VIGIL_MODEL: "openai/x" } })).out) as {
    check: string;
  }[];
  expect(findings.find((f) => f.check === "model")).toMatchObject({
    state: "fail",
    code: "model_key_missing",
    remedy: expect.stringContaining("OPENAI_API_KEY"),
  });
  expect(await world.vigil(["doctor"], { env: { VIGIL_MODEL: "openai/x" } })).toMatchObject({ status: 1 });
});

test("TIME-22: doctor --time rehearses every schedule", async () => {
  using world = new CliWorld();
  world.stores.schedules.add(reminderRow("2026-03-02T01:30:00Z", { schedule: daily("30 2 * * *", "Europe/Berlin") }));
  const run = await world.vigil(["doctor", "--time"]);
  expect(run).toMatchObject({ status: 0 });
  expect(run.out[0]).toMatch(/^ok {4}1 schedule, 400 firings in 400 days$/);
  expect(run.out[1]).toMatch(
    /^warn {2}r-\w{10} \(.+\) meets a change of the clock at Sun 29 Mar 2026 03:00 .*does not exist/,
  );
});

test("TIME-22: doctor --time names what fires together by its text", async () => {
  using world = new CliWorld();
  for (const [id, text] of [
    ["r-0000000001", "tea"],
    ["r-0000000002", "pills"],
  ] as const)
    world.stores.schedules.add(reminderRow("2026-03-02T08:00:00Z", { id, text }));
  const { out } = await world.vigil(["doctor", "--time"]);
  expect(out[1]).toContain("r-0000000001 (tea), r-0000000002 (pills) fire together once, at Mon 2 Mar 2026 09:00;");
});

test("a misspelt variable is told of on standard error", async () => {
  using world = new CliWorld();
  const run = await world.vigil(["doctor", "--json"], { env: { VIGIL_MODL: "openai/x" } });
  expect(run.err).toEqual([expect.stringContaining("did you mean VIGIL_MODEL?")]);
});
