import type { Tool } from "ai";
import { z } from "zod";
import type { Clock } from "#core/ports.ts";
import type { Stores } from "#stores/stores.ts";
import type { AiSdk } from "../models/sdk.ts";
import { type ExecutionGuard, guardExecution } from "../turn/guard-execution.ts";
import { checkedInput } from "./check-input.ts";

/** Helpers share one place and work one after the other: more of them would only wait. */
const MOST_OPEN = 5;

const inputSchema = z.strictObject({
  task: z.string().trim().min(1).max(6_000).describe("standing alone: the helper sees nothing else"),
  steps: z.int().min(1).max(30).default(10).describe("model calls at most"),
});
type DelegateInput = z.output<typeof inputSchema>;

const CONTRACT = {
  name: "delegate",
  schema: inputSchema,
  example: { task: "Read https://example.org/news and sum up what is new since May", steps: 8 },
} as const;

const DESCRIPTION =
  "Hands a long task to a helper in the background. You go on at once; its report comes into this conversation later.";

/** The tool `delegate` (REM-40). */
export function delegateTool(
  ai: AiSdk,
  { stores, clock }: { stores: Stores; clock: Clock },
  turn: { sessionId: number },
  guard: ExecutionGuard,
): Tool<DelegateInput, object> {
  return ai.tool({
    description: DESCRIPTION,
    inputSchema: checkedInput(ai, CONTRACT),
    execute: ({ task, steps }, { abortSignal }) =>
      guardExecution(
        CONTRACT.name,
        guard,
        abortSignal,
        async (): Promise<object> =>
          stores.db.transaction(() => {
            if (stores.delegations.countOpen() >= MOST_OPEN)
              return { refused: "too_many", reason: "as many helpers as allowed have work; wait for a report" };
            const id = stores.delegations.add({ sessionId: turn.sessionId, task, steps }, clock.now());
            return { helper: id, steps, next: "its report comes into this conversation as a message" };
          }),
      ),
  });
}
