import { mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import type { Tool } from "ai";
import { z } from "zod";
import type { Redactor } from "#core/redact/redactor.ts";
import type { GateRule } from "../approvals/gate-tools.ts";
import type { Taint } from "../context/taint.ts";
import { markUntrusted } from "../context/untrusted-mark.ts";
import type { AiSdk } from "../models/sdk.ts";
import { keptText } from "../process/kept-output.ts";
import { runShell } from "../process/shell.ts";
import { type ExecutionGuard, guardExecution } from "../turn/guard-execution.ts";
import { checkedInput } from "./check-input.ts";

const inputSchema = z.strictObject({ command: z.string().trim().min(1).max(20_000) });
type BashInput = z.output<typeof inputSchema>;

const CONTRACT = { name: "bash", schema: inputSchema, example: { command: "df -h" } } as const;
const DESCRIPTION =
  "Runs one bash command on the owner's machine and returns its output. The owner may be asked first. Each call is a new shell in the same folder. Before anything that deletes, overwrites, installs or sends, read the skill `shell`.";

/** UTF-16 units of the output that the model gets at once. */
const KEEP = { head: 6_000, tail: 6_000 };
/** The whole output goes to a file up to this. */
const MOST_IN_FILE = 5_000_000;
/** The shell ends its group by itself at the limit; the guard is for one that does not. */
const GRACE_SECONDS = 15;

/** Setting `tools.bash`: asks first, runs everything, or is not there. */
export type BashMode = "ask" | "on" | "off";

/** What the tool needs of the process. */
export interface BashContext {
  readonly redactor: Redactor;
  /** The working directory of commands. */
  readonly cwd: string;
  /** Where whole outputs are kept. */
  readonly outputs: string;
  /** The folder of files that were sent: what a command reads there is not the owner's word (AGT-8). */
  readonly attachments: string;
  environment(origin: "chat" | "reminder"): Record<string, string>;
  mode(): BashMode;
}

/** The tool `bash` (AGT-7, AGT-22). */
export function bashTool(
  ai: AiSdk,
  context: BashContext,
  turn: { turnId: string; origin: "chat" | "reminder"; taint: Taint; marker: string },
  guard: ExecutionGuard,
): Tool<BashInput, object> {
  return ai.tool({
    description: DESCRIPTION,
    inputSchema: checkedInput(ai, CONTRACT),
    execute: ({ command }, { abortSignal, toolCallId }) =>
      guardExecution(
        CONTRACT.name,
        { ...guard, limit: guard.limit + GRACE_SECONDS },
        abortSignal,
        async (signal): Promise<object> => {
          mkdirSync(context.outputs, { recursive: true, mode: 0o700 });
          const path = join(context.outputs, `${turn.turnId}-${toolCallId.replace(/\W/g, "").slice(-24)}.txt`);
          const ended = await runShell(
            {
              command,
              cwd: context.cwd,
              env: { ...context.environment(turn.origin), VIGIL_TURN_ID: turn.turnId },
              until: guard.clock.now().add({ seconds: guard.limit }),
              signal,
              keep: KEEP,
              file: { path, maxChars: MOST_IN_FILE },
            },
            { clock: guard.clock, redactor: context.redactor },
          );
          const whole = ended.output.omitted === 0;
          if (whole) rmSync(path, { force: true });
          if (ended.spawnError) return { not_started: ended.spawnError };
          const output = keptText(ended.output);
          const fromAttachments = command.includes(basename(context.attachments));
          if (fromAttachments) turn.taint.brought(toolCallId, "attachments", output);
          return {
            exit: ended.exit,
            ...(ended.signal && { signal: ended.signal }),
            ...(ended.timedOut && { stopped_after_seconds: guard.limit }),
            output: fromAttachments ? markUntrusted(output, turn.marker) : output,
            ...(!whole && { whole_output: path }),
          };
        },
      ),
  });
}

/** Asks as the setting says, and always in a tainted turn (AGT-8). */
export function bashRule({ cwd, mode }: Pick<BashContext, "cwd" | "mode">): GateRule {
  return (input, { tainted }) => {
    if (mode() === "on" && !tainted) return null;
    return { subject: inputSchema.parse(input).command, cwd, grantable: true };
  };
}
