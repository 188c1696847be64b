/** The baseline: a bare grammY bot that asks a model with one fetch and answers. Arguments: token, API root, model URL. */
import { Bot } from "grammy";

const [token, apiRoot, modelUrl] = process.argv.slice(2);
if (!token || !apiRoot || !modelUrl) throw new Error("usage: bare-bot.ts TOKEN API_ROOT MODEL_URL");

const bot = new Bot(token, { client: { apiRoot } });
bot.on("message:text", async (ctx) => {
  const response = await fetch(`${modelUrl}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "instant", messages: [{ role: "user", content: ctx.message.text }] }),
  });
  const answer = (await response.json()) as { choices: { message: { content: string } }[] };
  await ctx.reply(answer.choices[0]?.message.content ?? "");
});
await bot.start();
