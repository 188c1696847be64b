import { Api } from "grammy";
import { mkdtempSync } from "node:fs";
import { startBotApi } from "#playground/bot-api-server.ts";
import { openStores } from "#stores/stores.ts";
import { WakeHub } from "#src/system/wake-hub.ts";
import { systemClock } from "#src/system/system-clock.ts";
import { systemRandom } from "#src/system/system-random.ts";
import { OutboxSender } from "#bot/outbox-sender.ts";
import { createWords } from "#bot/i18n.ts";
const N = Number(process.argv[2] ?? 300);
const api = await startBotApi({ token: "1:test", limits: true });
const wake = new WakeHub();
const stores = openStores({ file: mkdtempSync("/tmp/perf-") + "/v.db", release: "x", wake });
for (let i = 1; i <= 100; i++) api.user(i).send("/start");
const log = { debug() {}, info() {}, warn(f: object, m: string) { console.log(m, JSON.stringify(f)); }, error(f: object, m: string) { console.log(m, f); } };
const words = createWords();
const sender = new OutboxSender({ api: new Api(api.token, { apiRoot: api.url, timeoutSeconds: 30 }), stores, clock: systemClock, random: systemRandom, wake, log, words, preferences: { locale: () => "en", zone: () => "Europe/Berlin", settings: () => ({ quietHours: "off" }) } });
const now = () => systemClock.now();
if (process.argv[3]) {
  // a large store: settled rows
  stores.db.transaction(() => { for (let i = 0; i < 100_000; i++) { const id = stores.outbox.enqueue({ key: `old${i}`, target: { chatId: 1 + i % 100, threadId: null }, payload: { kind: "text", markdown: "x" } }, now()); stores.outbox.settle(id, "sent", null, now()); } });
}
sender.start();
await new Promise((r) => setTimeout(r, 1300));
// lateness of single rows
const late: number[] = [];
for (let i = 0; i < 100; i++) {
  const before = api.calls.length; const t = performance.now();
  stores.outbox.enqueue({ key: `l${i}`, target: { chatId: 1 + i, threadId: null }, payload: { kind: "text", markdown: "**x** y" } }, now());
  await api.waitFor(() => api.calls.length > before);
  late.push(api.calls[before]!.at - t);
  await new Promise((r) => setTimeout(r, 50));
}
late.sort((a, b) => a - b);
console.log("lateness p50", late[50], "p99", late[98], "max", late[99]);
let t = performance.now();
const c = process.cpuUsage();
stores.db.transaction(() => { for (let i = 0; i < N; i++) stores.outbox.enqueue({ key: `m${i}`, target: { chatId: 1 + (i % 100), threadId: null }, payload: { kind: "text", markdown: `message ${i}` } }, now()); });
await api.waitFor(() => api.callsOf("sendMessage").filter((x) => x.status === 200).length >= N + 100, { timeoutMs: 120_000 } as never);
const dt = (performance.now() - t) / 1000;
console.log("rate", N / dt, "of 30; 429s", api.calls.filter((x) => x.status === 429).length, "cpu", process.cpuUsage(c));
await sender.stop(); await api.close();
