import { AppError } from "#core/errors.ts";
import type { Config } from "../config.ts";

/** What no turn may do, since no tool of the agent does: it would hand out the bot, or start a second one. */
const NEVER_IN_A_TURN = ["start", "pair"];
/** What a reminder's turn may not do: reminders that set reminders would never end. */
const NEVER_IN_A_REMINDER = ["remind add"];

/**
 * Holds a command to the rules of the turn that it was called from (CLI-2).
 *
 * @throws AppError `refused_in_turn`
 */
export function assertAllowedInTurn(turn: Config["agentTurn"], command: string): void {
  if (!turn) return;
  if (NEVER_IN_A_TURN.includes(command)) throw refusal(command, "a turn of the agent");
  if (turn.origin === "reminder" && NEVER_IN_A_REMINDER.includes(command)) throw refusal(command, "a reminder's turn");
}

function refusal(command: string, where: string): AppError {
  return new AppError("refused_in_turn", `"vigil ${command}" is not allowed inside ${where}.`, {
    remedy: "Ask the owner to do it.",
  });
}
