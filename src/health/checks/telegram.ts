import { z } from "zod";
import type { Check, CheckResult, TelegramAnswer } from "../check.ts";

const UNAUTHORIZED = [401, 404];
const meSchema = z.object({ username: z.string() });
const webhookSchema = z.object({ url: z.string() });

/** The token is valid, and no webhook takes the updates away. */
export const telegram: Check = {
  name: "telegram",
  slow: true,
  run: async ({ telegram: ask }) => {
    if (!ask) return { state: "ok", code: "telegram_playground" };
    const me = await ask("getMe");
    if (me.kind !== "ok") return failure(me);
    const webhook = await ask("getWebhookInfo");
    if (webhook.kind !== "ok") return failure(webhook);
    const { url } = webhookSchema.parse(webhook.result);
    const bot = meSchema.safeParse(me.result).data?.username ?? "?";
    // The address may carry a secret path; its host is enough to recognise it.
    if (url !== "") return { state: "fail", code: "telegram_webhook", params: { host: URL.parse(url)?.host ?? "?" } };
    return { state: "ok", code: "telegram_ok", params: { bot } };
  },
};

function failure(answer: Exclude<TelegramAnswer, { kind: "ok" }>): CheckResult {
  if (answer.kind === "unreachable")
    return { state: "fail", code: "telegram_unreachable", params: { reason: answer.reason } };
  if (UNAUTHORIZED.includes(answer.status)) return { state: "fail", code: "telegram_token_wrong" };
  return {
    state: "fail",
    code: "telegram_refused",
    params: { status: answer.status, description: answer.description },
  };
}
