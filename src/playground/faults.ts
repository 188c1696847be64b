import type { RefusalParameters } from "./bot-api-error.ts";

/** A fault that the server plays instead of, or after, a call (PLY-3). */
export interface Fault {
  /** A method's name, or `*` for every method but `getUpdates`. */
  readonly method: string;
  /** How many calls it meets; 1 when left out. */
  readonly times?: number | "always";
  /** Only calls to this chat. */
  readonly chatId?: number;
  /** A refusal as the Bot API words it. */
  readonly error?: RefusalParameters & { readonly code: number; readonly description?: string };
  /** The status of a proxy's page in HTML, for example 502. */
  readonly html?: number;
  /** Cuts the connection: before the call is carried out, or after. */
  readonly drop?: "before" | "after";
  /** Answers so late; what was asked for is carried out at once. */
  readonly delayMs?: number;
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  401: "Unauthorized",
  403: "Forbidden: bot was blocked by the user",
  409: "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
  500: "Internal Server Error",
};

/** The description of a fault's error, with Telegram's own words where none are given. */
export function faultDescription(error: NonNullable<Fault["error"]>): string {
  if (error.description !== undefined) return error.description;
  if (error.retry_after !== undefined) return `Too Many Requests: retry after ${error.retry_after}`;
  if (error.migrate_to_chat_id !== undefined) return "Bad Request: group chat was upgraded to a supergroup chat";
  return DESCRIPTIONS[error.code] ?? `Error ${error.code}`;
}

/** The faults that wait for their calls, first in first out. */
export class Faults {
  #waiting: { readonly fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.#waiting.push({ fault, left: fault.times === "always" ? Number.POSITIVE_INFINITY : (fault.times ?? 1) });
  }

  clear(): void {
    this.#waiting = [];
  }

  list(): { readonly fault: Fault; readonly left: number | "always" }[] {
    return this.#waiting.map(({ fault, left }) => ({ fault, left: Number.isFinite(left) ? left : "always" }));
  }

  /** Takes the first fault that the call meets. */
  take(method: string, chatId: number | undefined): Fault | undefined {
    const met = this.#waiting.find(
      ({ fault }) =>
        (fault.method === method || (fault.method === "*" && method !== "getUpdates")) &&
        (fault.chatId === undefined || fault.chatId === chatId),
    );
    if (!met) return undefined;
    met.left -= 1;
    if (met.left <= 0) this.#waiting = this.#waiting.filter((other) => other !== met);
    return met.fault;
  }
}
