import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findingWords } from "#cli/health-words.ts";
import type { HealthContext } from "#health/check.ts";
import { CHECKS, checkHealth, summarize } from "#health/check-health.ts";
import { Pulse } from "#stores/home/pulse.ts";
import { McpFailures } from "#stores/jobs/mcp-failures.ts";
import { reminderRow } from "#test/helpers/schedule-rows.ts";
import { answered, type HealthWorld, healthWorld, NOW } from "./health-world.ts";

/** The finding of one check. */
async function finding(check: string, context: HealthContext) {
  const findings = await checkHealth(context);
  return findings.find((f) => f.check === check)!;
}

test("OPS-4: a healthy Vigil has no complaint, and every check has its say in words", async () => {
  using world = healthWorld();
  const findings = await checkHealth(world.context());
  expect(findings.filter((f) => f.state !== "ok" && f.code !== "disk_low")).toEqual([]);
  expect(findings.map((f) => f.check)).toEqual(CHECKS.map((check) => check.name));
  for (const f of findings) expect(findingWords(f, "UTC").says, f.code).not.toMatch(/undefined|NaN/);
});

test("OPS-4: the menu's line asks nothing slow and names the checks that are not well", async () => {
  using world = healthWorld();
  let asked = 0;
  const context = world.context({
    instance: null,
    telegram: async () => {
      asked += 1;
      return answered({ username: "b", url: "" });
    },
  });
  const findings = await checkHealth(context, { quick: true });
  expect(asked).toBe(0);
  expect(summarize(findings)).toMatchObject({ level: "warn", failing: expect.arrayContaining(["process"]) });
  expect(summarize([])).toEqual({ level: "ok", failing: [] });
});

test("OPS-4: a check that breaks is a finding, and the others go on", async () => {
  using world = healthWorld();
  const findings = await checkHealth(world.context({ checkout: "/nowhere" }));
  expect(findings.find((f) => f.check === "packages")).toMatchObject({ state: "fail", code: "check_failed" });
  expect(findings).toHaveLength(CHECKS.length);
});

type Case = [
  name: string,
  check: string,
  code: string,
  prepare: (world: HealthWorld) => Partial<HealthContext> | undefined,
];
const cases: Case[] = [
  ["a wrong Node", "node", "node_old", () => ({ node: "20.20.2" })],
  ["no process", "process", "instance_none", () => ({ instance: null })],
  ["an older process", "process", "instance_other_version", () => ({ version: "9" })],
  [
    "a runner without sign of life",
    "pulse",
    "pulse_late",
    (w) => void new Pulse(w.context().home.tick).touch(NOW.subtract({ seconds: 60 })),
  ],
  [
    "a row nobody took up",
    "overdue",
    "overdue_rows",
    (w) => void w.stores.schedules.add(reminderRow("2026-12-01T07:59:00Z")),
  ],
  [
    "rows that came due while nothing ran",
    "overdue",
    "overdue_waiting_for_start",
    (w) => {
      w.stores.schedules.add(reminderRow("2026-12-01T07:00:00Z"));
      return { instance: null };
    },
  ],
  [
    "a job that failed",
    "jobs",
    "jobs_failed",
    (w) => void w.stores.jobs.record("sweep", { startedAt: NOW, durationMs: 1, error: "no", next: null }),
  ],
  [
    "a message that nobody sends",
    "outbox",
    "outbox_stuck",
    (w) => {
      const target = { chatId: 1, threadId: null };
      w.stores.outbox.enqueue(
        { key: "k", target, payload: { kind: "text", markdown: "x" } },
        NOW.subtract({ minutes: 6 }),
      );
      return undefined;
    },
  ],
  [
    "a blocked chat, whose rows wait by design",
    "chats",
    "chats_blocked",
    (w) => {
      w.stores.chats.see(1, "private", "Ann");
      w.stores.chats.block(1, NOW);
      return undefined;
    },
  ],
  [
    "a chat that Telegram wants silent",
    "chats",
    "chats_muted",
    (w) => void w.stores.chats.mute(1, NOW.add({ minutes: 5 })),
  ],
  [
    "G15: a process that is deaf",
    "contact",
    "contact_late",
    (w) => void w.stores.meta.set("telegram_contact_at", String(NOW.epochMilliseconds - 121_000)),
  ],
  [
    "G15: a process that never heard of Telegram",
    "contact",
    "contact_never",
    (w) => void w.stores.db.run("DELETE FROM meta WHERE name = 'telegram_contact_at'"),
  ],
  [
    "TG-16: another poller",
    "poller",
    "poller_conflict",
    (w) => void w.stores.meta.set("poller_conflict_at", String(NOW.epochMilliseconds - 60_000)),
  ],
  [
    "a wrong token",
    "telegram",
    "telegram_token_wrong",
    () => ({ telegram: async () => ({ kind: "refused", status: 401, description: "Unauthorized" }) }),
  ],
  [
    "no network",
    "telegram",
    "telegram_unreachable",
    () => ({ telegram: async () => ({ kind: "unreachable", reason: "ENOTFOUND" }) }),
  ],
  [
    "a webhook",
    "telegram",
    "telegram_webhook",
    () => ({ telegram: async () => answered({ username: "b", url: "https://h.example/secret-path" }) }),
  ],
  [
    "a clock that is behind",
    "clock",
    "clock_drift",
    () => ({ telegram: async () => answered({ username: "b", url: "" }, 30) }),
  ],
  [
    "a clock that is ahead",
    "clock",
    "clock_drift",
    () => ({ telegram: async () => answered({ username: "b", url: "" }, -30) }),
  ],
  [
    "a model without its key",
    "model",
    "model_key_missing",
    () => ({ model: { name: "openai/gpt-5", keyMissing: true } }),
  ],
  [
    "a model whose last turn failed",
    "model",
    "model_failing",
    (w) => {
      const session = w.stores.sessions.open({ chatId: 1, threadId: null }, NOW);
      w.stores.turns.start({ id: "t", sessionId: session.id, origin: "chat", model: "openai/gpt-5" }, NOW);
      w.stores.turns.end("t", "failed", NOW, { error: "rate_limited" });
      return undefined;
    },
  ],
  [
    "settings with an invalid field",
    "settings",
    "settings_invalid",
    (w) => void writeFileSync(w.context().home.settings, '{"quietHours":7}'),
  ],
  [
    "MCP servers that are not written as they should be",
    "mcp",
    "settings_invalid",
    (w) => void writeFileSync(w.context().home.settings, '{"mcp":{"notes":{"comand":"secret-path"}}}'),
  ],
  [
    "an MCP server whose variable is not set",
    "mcp",
    "mcp_variables_missing",
    (w) =>
      void writeFileSync(
        w.context().home.settings,
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference as it stands in the settings
        JSON.stringify({ mcp: { notes: { command: "notes", env: { A_TOKEN: "${NOTES_TOKEN}" } } } }),
      ),
  ],
  [
    "an MCP server that could not be used",
    "mcp",
    "mcp_failing",
    (w) => {
      writeFileSync(w.context().home.settings, JSON.stringify({ mcp: { notes: { command: "notes" } } }));
      new McpFailures(w.stores.meta).note("notes", "spawn notes ENOENT", NOW);
      return undefined;
    },
  ],
  [
    "settings that are no JSON",
    "settings",
    "settings_damaged",
    (w) => void writeFileSync(w.context().home.settings, "{"),
  ],
  [
    "a row that cannot be read",
    "quarantine",
    "quarantine_rows",
    (w) => {
      w.stores.db.run(
        "INSERT INTO quarantine (table_name, row_id, reason, copy) VALUES ('outbox', '7', 'payload: not JSON', '{}')",
      );
      return undefined;
    },
  ],
  [
    "a store that cannot be opened",
    "store",
    "store_damaged",
    () => ({
      stores: null,
      preferences: null,
      storeFault: { code: "store_damaged", message: "is damaged", remedy: "copy it back" },
    }),
  ],
];

test("TG-19: what the owner's pause holds is no stuck message", async () => {
  using world = healthWorld();
  const target = { chatId: 1, threadId: null };
  const payload = { kind: "reminder", firingId: 1, scheduleId: "r-1", markdown: "x" } as const;
  world.stores.outbox.enqueue({ key: "k", target, payload }, NOW.subtract({ minutes: 6 }));
  expect((await finding("outbox", world.context({}))).code).toBe("outbox_stuck");
  world.stores.pause.begin(NOW.add({ minutes: 10 }));
  expect(await finding("outbox", world.context({}))).toMatchObject({ state: "ok" });
});

test.each(cases)("OPS-4: %s is found, with what to do", async (_, check, code, prepare) => {
  using world = healthWorld();
  const over = prepare(world) ?? {};
  const found = await finding(check, world.context(over));
  expect(found.code).toBe(code);
  expect(found.state).not.toBe("ok");
  const { says, remedy } = findingWords(found, "UTC");
  expect(says).not.toMatch(/undefined|NaN|secret-path/);
  expect(remedy).not.toBe("");
});

test("OPS-4: the next five due rows are shown with the time left", async () => {
  using world = healthWorld();
  for (const due of ["2026-12-01T08:05:00Z", "2026-12-03T11:00:00Z"]) world.stores.schedules.add(reminderRow(due));
  expect(findingWords(await finding("next", world.context()), "UTC").says).toMatch(/^r-\w{10} 5m, r-\w{10} 2d 3h$/);
});

test("OUT-2: doctor says until when a chat is muted, on the owner's clock", async () => {
  using world = healthWorld();
  world.stores.chats.see(1, "private", "Ann");
  world.stores.chats.mute(1, Temporal.Instant.from("2026-12-01T11:52:55Z"));
  const found = await finding("chats", world.context());
  expect(findingWords(found, "Europe/Berlin").says).toBe("Telegram asks for silence until 12:53 in: Ann (1)");
});
