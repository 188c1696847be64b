/** 2,000 messages due at once over 100 private chats, the server enforcing Telegram's limits: the share of the allowed rate, and the order per chat. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BotApiCall } from "#playground/bot-api-server.ts";
import { openStores } from "#stores/stores.ts";
import { openBench, report } from "./harness.ts";

const MESSAGES = 2_000;
const CHATS = 100;
/** Overall limit of the server, messages a second. */
const ALLOWED_PER_SECOND = 30;

await using bench = await openBench({ limits: true });
for (let n = 0; n < CHATS; n++) bench.api.user(2_000 + n).send("/start");
mkdirSync(join(bench.home, "data"), { recursive: true, mode: 0o700 });
const stores = openStores({ file: join(bench.home, "data/vigil.db"), release: "bench" });
const now = Temporal.Now.instant();
stores.db.transaction(() => {
  for (let n = 0; n < MESSAGES; n++) {
    const target = { chatId: 2_000 + (n % CHATS), threadId: null };
    stores.outbox.enqueue({ key: `bench:${n}`, target, payload: { kind: "text", markdown: `message ${n}` } }, now);
  }
});
stores.db.close();

const { process } = await bench.vigil();
const deadline = performance.now() + 180_000;
const sent = (): readonly BotApiCall[] => bench.api.callsOf("sendMessage");
while (sent().filter((call) => call.status === 200).length < MESSAGES && performance.now() < deadline)
  await sleep(1_000);
await process.end("SIGTERM");

const accepted = sent().filter((call) => call.status === 200);
const refused = sent().length - accepted.length;
const seen = Map.groupBy(accepted, (call) => Number(call.payload.chat_id));
const seconds = ((accepted.at(-1)?.at ?? Number.NaN) - (accepted[0]?.at ?? Number.NaN)) / 1_000;
const perSecond = (accepted.length - 1) / seconds;
const numbers = (calls: readonly BotApiCall[]): number[] =>
  calls.map((call) => Number(/\d+/.exec(String(call.payload.text))?.[0]));
const ordered = [...seen.values()]
  .map(numbers)
  .every((list) => list.every((n, i) => i === 0 || n > (list[i - 1] ?? 0)));
report("throughput at Telegram's pace", {
  messages: MESSAGES,
  accepted: accepted.length,
  refused,
  perSecond,
  share: perSecond / ALLOWED_PER_SECOND,
  least: 0.95,
  ordered,
});
