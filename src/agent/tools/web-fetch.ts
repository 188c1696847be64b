import type { Tool } from "ai";
import { z } from "zod";
import { AppError } from "#core/errors.ts";
import type { GateRule } from "../approvals/gate-tools.ts";
import type { Taint } from "../context/taint.ts";
import { markUntrusted } from "../context/untrusted-mark.ts";
import type { AiSdk } from "../models/sdk.ts";
import { type ExecutionGuard, guardExecution } from "../turn/guard-execution.ts";
import type { FetchedPage } from "../web/fetch-page.ts";
import { checkedInput } from "./check-input.ts";

const inputSchema = z.strictObject({ url: z.string().min(1).max(2_000) });
type WebFetchInput = z.output<typeof inputSchema>;

const CONTRACT = {
  name: "web_fetch",
  schema: inputSchema,
  example: { url: "https://example.org/page" },
} as const;

const DESCRIPTION = "Reads the text of one public web page. It cannot log in, run scripts or reach private addresses.";
/** A page has this long to answer and to be read. */
const SECONDS = 20;

/** The tool `web_fetch` (AGT-23). What it brings is marked and taints the turn (AGT-8). */
export function webFetchTool(
  ai: AiSdk,
  fetchPage: (url: string, options: { signal: AbortSignal }) => Promise<FetchedPage>,
  turn: { taint: Taint; marker: string },
  guard: ExecutionGuard,
): Tool<WebFetchInput, object> {
  return ai.tool({
    description: DESCRIPTION,
    inputSchema: checkedInput(ai, CONTRACT),
    execute: ({ url }, { abortSignal, toolCallId }) =>
      guardExecution(
        CONTRACT.name,
        { ...guard, limit: Math.min(guard.limit, SECONDS) },
        abortSignal,
        async (signal): Promise<object> => {
          const page = await fetchPage(url, { signal });
          if (!page.ok) return { not_fetched: page.code, detail: page.detail };
          const text = page.title === "" ? page.text : `${page.title}\n\n${page.text}`;
          if (text.trim() === "") throw new AppError("page_empty", "the page has no text");
          turn.taint.brought(toolCallId, page.url, text);
          return { url: page.url, text: markUntrusted(text, turn.marker), ...(page.cut && { cut: true }) };
        },
      ),
  });
}

/** Goes without asking, but in a tainted turn only to what the owner or a page named word for word: a URL can carry data out. */
export function webFetchRule(taint: Taint): GateRule {
  return (input, { tainted }) => {
    const { url } = inputSchema.parse(input);
    return tainted && !taint.knowsUrl(url) ? { subject: url, cwd: null, grantable: false } : null;
  };
}
