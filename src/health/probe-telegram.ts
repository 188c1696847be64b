import { z } from "zod";
import type { Clock } from "#core/ports.ts";
import type { TelegramProbe } from "./check.ts";

const TIMEOUT_MS = 5_000;
const answerSchema = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  error_code: z.int().optional(),
  description: z.string().optional(),
});

/** Asks the Bot API at `apiRoot`, at most 5 s a request. No answer of it contains the token. */
export function createTelegramProbe(options: { token: string; apiRoot: string | null; clock: Clock }): TelegramProbe {
  const root = options.apiRoot ?? "https://api.telegram.org";
  return async (method) => {
    const askedAt = options.clock.now();
    try {
      const response = await fetch(`${root}/bot${options.token}/${method}`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const answer = answerSchema.parse(await response.json());
      const answeredAt = options.clock.now();
      if (answer.ok) return { kind: "ok", result: answer.result, serverTime: dateOf(response), askedAt, answeredAt };
      return { kind: "refused", status: answer.error_code ?? response.status, description: answer.description ?? "" };
    } catch (error) {
      return { kind: "unreachable", reason: reasonOf(error as Error) };
    }
  };
}

/** The message of a failed fetch may quote the URL, which holds the token: only codes leave this function. */
function reasonOf(error: Error): string {
  if (error.name === "TimeoutError") return `no answer in ${TIMEOUT_MS / 1_000} s`;
  const code = (error.cause as NodeJS.ErrnoException | undefined)?.code;
  return (
    code ??
    (error instanceof SyntaxError || error instanceof z.ZodError
      ? "the answer is none of a Bot API server"
      : error.name)
  );
}

function dateOf(response: Response): Temporal.Instant | null {
  const ms = Date.parse(response.headers.get("date") ?? "");
  return Number.isNaN(ms) ? null : Temporal.Instant.fromEpochMilliseconds(ms);
}
