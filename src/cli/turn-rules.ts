import type { Config } from "#app/config.ts";
import { AppError } from "#core/errors.ts";

/** What no turn may do, since no tool of the agent does: it would hand out the bot or its store, or start a second one. */
const NEVER_IN_A_TURN = ["start", "pair", "backup", "restore", "schedule edit"];
/** All that a reminder's turn may do of a command (REM-10): reminders that set reminders would never end. */
const ONLY_IN_A_REMINDER: Readonly<Record<string, readonly string[]>> = {
  remind: ["list", "why", "remove"],
  schedule: ["list", "log", "remove"],
};

/**
 * Holds a command to the rules of the turn that it was called from (CLI-2).
 *
 * @throws AppError `refused_in_turn`
 */
export function assertAllowedInTurn(turn: Config["agentTurn"], command: string): void {
  if (!turn) return;
  if (NEVER_IN_A_TURN.includes(command)) throw refusal(command, "a turn of the agent");
  const [name = "", verb = ""] = command.split(" ");
  const only = turn.origin === "reminder" ? ONLY_IN_A_REMINDER[name] : undefined;
  if (only && !only.includes(verb)) throw refusal(command, "a reminder's turn");
}

function refusal(command: string, where: string): AppError {
  return new AppError("refused_in_turn", `"vigil ${command}" is not allowed inside ${where}.`, {
    remedy: "Ask the owner to do it.",
  });
}
