/**
 * `npm run reliability -- --kills N --seed S`: kills the real process at random instants while it takes updates, claims,
 * runs turns and sends, starts it again, and counts at the end what was lost, run twice or repeated. Exit 1 if any
 * update or reminder was lost, any turn ran twice, or a message was repeated without the server having accepted it
 * in the instant of a kill.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startBotApi } from "#playground/bot-api-server.ts";
import { externalEnv, spawnVigil, type VigilProcess } from "#test/helpers/vigil-process.ts";

const { values } = parseArgs({
  options: { kills: { type: "string", default: "100" }, seed: { type: "string", default: "1" } },
});
const kills = Number(values.kills);
const seed = Number(values.seed);
if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed)) {
  console.error("usage: npm run reliability -- --kills N --seed S (whole numbers)");
  process.exit(2);
}

const OWNER = 1001;
const TOKEN = "700700700:reliability-run";
const random = mulberry32(seed);
const home = mkdtempSync(join(tmpdir(), "vigil-reliability-"));

/** How often the model was asked to carry a reminder out, and to answer a message, by marker. */
const dueTurns = new Map<string, number>();
const chatTurns = new Map<string, number>();

const model = await startModel();
const api = await startBotApi({ token: TOKEN, limits: false });
const user = api.user(OWNER, { name: "Owner", language: "en" });

let vigil = await startVigil();
const tasks: string[] = [];
const chats: string[] = [];
const began = performance.now();
for (let kill = 1; kill <= kills; kill++) {
  for (let n = Math.ceil(random() * 3); n > 0; n--) {
    if (random() < 0.6) {
      const marker = `task-${tasks.length}x`;
      tasks.push(marker);
      user.send(`/remind in ${1 + Math.floor(random() * 2)} seconds ${marker}`);
    } else {
      const marker = `chat-${chats.length}x`;
      chats.push(marker);
      user.send(`hello ${marker}`);
    }
    await sleep(random() * 120);
  }
  await sleep(random() * 1_800);
  await vigil.end("SIGKILL");
  vigil = await startVigil();
  if (kill % 20 === 0)
    console.log(
      `${kill} kills, ${tasks.length} reminders, ${chats.length} messages, ${Math.round((performance.now() - began) / 1000)} s`,
    );
}
await settled();
await vigil.end("SIGTERM");

const result = count();
await api.close();
model.close();
rmSync(home, { recursive: true });
console.log(JSON.stringify({ kills, seed, reminders: tasks.length, messages: chats.length, ...result }));
process.exit(result.lost.length + result.twice.length + result.unjustified.length === 0 ? 0 : 1);

/** Starts the real process and waits for its first poll. */
async function startVigil(): Promise<VigilProcess> {
  const env = externalEnv({ token: TOKEN, apiRoot: api.url, ownerId: OWNER, modelUrl: model.url });
  const vigil = spawnVigil(home, { ...env, VIGIL_LOG_LEVEL: "error" });
  await api.nextPoll();
  return vigil;
}

/** Waits until nothing is left to do: every reminder fired and settled, no input pending, the outbox empty. */
async function settled(): Promise<void> {
  for (let waited = 0; waited < 120; waited++) {
    const open = query<{ n: number }>(
      `SELECT (SELECT count(*) FROM schedules WHERE state = 'pending') + (SELECT count(*) FROM firings WHERE settled_at IS NULL)
        + (SELECT count(*) FROM messages WHERE state = 'pending') + (SELECT count(*) FROM turns WHERE state = 'running')
        + (SELECT count(*) FROM outbox WHERE state IN ('queued', 'sending')) + (SELECT count(*) FROM updates WHERE handled_at IS NULL) AS n`,
    );
    if (open[0]?.n === 0 && api.pendingUpdates === 0) return;
    await sleep(500);
  }
  console.error("not everything settled within a minute");
}

function count(): { lost: string[]; twice: string[]; repeats: number; unjustified: string[]; interrupted: number } {
  const sent = api.messages(OWNER).filter((m) => m.fromBot);
  const reminders = sent.filter((m) => JSON.stringify(m.buttons).includes("done:"));
  const cards = sent.filter((m) => JSON.stringify(m.buttons).includes("unset:"));
  const stored = query<{ content: string }>(
    "SELECT content FROM messages WHERE role = 'user' AND tg_message_id IS NOT NULL AND state = 'in'",
  );
  const repeated = query<{ payload: string }>("SELECT payload FROM outbox WHERE repeated = 1").map((r) => r.payload);
  const lost: string[] = [];
  const twice: string[] = [];
  const unjustified: string[] = [];
  let repeats = 0;
  for (const task of tasks) {
    const delivered = reminders.filter((m) => m.text.includes(task)).length;
    if (delivered === 0) lost.push(task);
    if (!cards.some((m) => m.text.includes(task))) lost.push(`card of ${task}`);
    if ((dueTurns.get(task) ?? 0) > 1) twice.push(task);
    if (delivered > 1) {
      repeats += delivered - 1;
      if (delivered > 2 || !repeated.some((payload) => payload.includes(task))) unjustified.push(task);
    }
  }
  for (const chat of chats) {
    if (!stored.some((row) => row.content.includes(chat))) lost.push(chat);
    if ((chatTurns.get(chat) ?? 0) > 1) twice.push(chat);
    if (sent.filter((m) => m.text.includes(`answer to ${chat}`)).length > 1) unjustified.push(chat);
  }
  const interrupted = query<{ n: number }>("SELECT count(*) AS n FROM turns WHERE state = 'interrupted'")[0]?.n ?? 0;
  return { lost, twice, repeats, unjustified, interrupted };
}

function query<Row>(sql: string): Row[] {
  const db = new DatabaseSync(join(home, "data/vigil.db"), { readOnly: true });
  try {
    return db.prepare(sql).all() as Row[];
  } finally {
    db.close();
  }
}

/** An OpenAI-compatible server that answers a word at a time, so that kills hit turns in the middle. */
async function startModel(): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { messages, tools } = JSON.parse(body) as {
      messages: { role: string; content: unknown }[];
      tools?: unknown[];
    };
    const fresh = messages
      .slice(messages.findLastIndex((m) => m.role === "assistant") + 1)
      .filter((m) => m.role === "user");
    const text = JSON.stringify(fresh);
    const asked = [...new Set(text.match(/(?:task|chat)-\d+x/g) ?? [])];
    // A message that came before anything was shown is answered together with the one before it: the newest names the call.
    const last = JSON.stringify(fresh.at(-1))
      .match(/(?:task|chat)-\d+x/g)
      ?.at(-1);
    const turns = last?.startsWith("task") ? dueTurns : chatTurns;
    // Only a turn brings tools; a summary of older messages quotes them, and answers none.
    if (last && tools) turns.set(last, (turns.get(last) ?? 0) + 1);
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (delta: object, finish: string | null = null): void => {
      response.write(
        `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "scripted", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
      );
    };
    send({ role: "assistant", content: "" });
    for (const word of asked.map((marker) => `answer to ${marker}; `)) {
      await sleep(80);
      send({ content: word });
    }
    send({}, "stop");
    response.end("data: [DONE]\n\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the model server has no port");
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A small seeded generator: the run can be repeated by its seed. */
function mulberry32(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
