/** From the model's first token to the first draft text at the server; a bare call of the Bot API beside it for scale. */
import { startScriptedModelServer } from "#test/helpers/scripted-model-server.ts";
import { OWNER, openBench, quantile, report } from "./harness.ts";

const WARM_UP = 3;
const MESSAGES = 30;

await using bench = await openBench();
const model = await startScriptedModelServer();
const user = bench.api.user(OWNER, { name: "Owner", language: "en" });
const vigil = await bench.vigil({ env: { VIGIL_MODEL_BASE_URL: model.url } });
const drafted: number[] = [];
const bare: number[] = [];
for (let n = 0; n < WARM_UP + MESSAGES; n++) {
  bench.api.clearCalls();
  let firstToken = 0;
  const shown = Promise.withResolvers<void>();
  model.script(async (answer) => {
    answer.headers();
    firstToken = performance.now();
    answer.text(`word-${n} `);
    await shown.promise;
    answer.text("end.").finish();
  });
  const draft = bench.api.waitForCall("sendMessageDraft", (call) => String(call.payload.text).includes(`word-${n}`));
  const answered = bench.api.waitForCall("sendMessage", (call) => String(call.payload.text).includes(`word-${n}`));
  user.send(`ping ${n}`);
  const { at } = await draft;
  shown.resolve();
  await answered;
  const began = performance.now();
  await (await fetch(`${bench.api.url}/bot${bench.api.token}/getMe`)).arrayBuffer();
  if (n < WARM_UP) continue;
  drafted.push(at - firstToken);
  bare.push(performance.now() - began);
}
await vigil.process.end("SIGKILL");
await model.close();
report("first draft", {
  medianMs: quantile(drafted, 0.5),
  p95Ms: quantile(drafted, 0.95),
  bareCallMedianMs: quantile(bare, 0.5),
  mostMs: 300,
});
