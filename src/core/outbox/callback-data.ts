/** What the buttons of posted messages do (TG-13): each has its handler in `bot/callbacks`, and a name as short as it travels. */
export type PressAction =
  | "again"
  | "allow"
  | "always"
  | "confirm"
  | "continue"
  | "deny"
  | "dialogue"
  | "done"
  | "drop"
  | "drop-schedule"
  | "first"
  | "keep-promise"
  | "lang"
  | "leave-there"
  | "move-here"
  | "open"
  | "pause-end"
  | "pause-for"
  | "reading"
  | "repeat"
  | "retarget"
  | "show-reply"
  | "snooze"
  | "snooze-more"
  | "topics"
  | "undo"
  | "unset"
  | "unsnooze"
  | "why"
  | "zone"
  | "zone-keep"
  | "zone-move";

/** Telegram's limit for `callback_data`. */
const MAX_BYTES = 64;

/** A press, as it travels: a short route and ids or revisions, nothing else (TG-14). */
export interface CallbackRoute {
  action: string;
  args: string[];
}

/**
 * Builds `callback_data`: `action:arg:arg`.
 * @throws RangeError if it does not fit 64 bytes, or a part holds a colon: a programming error
 */
export function encodeCallback(action: PressAction, args: readonly (string | number)[] = []): string {
  const parts = [action, ...args.map(String)];
  const data = parts.join(":");
  if (parts.some((part) => part === "" || part.includes(":")))
    throw new RangeError(`callback data has an empty part or a colon inside: ${data}`);
  if (new TextEncoder().encode(data).length > MAX_BYTES)
    throw new RangeError(`callback data is over ${MAX_BYTES} bytes: ${data}`);
  return data;
}

/** Reads `callback_data`; null if it is not ours. The parts are input: the handler validates them. */
export function decodeCallback(data: string): CallbackRoute | null {
  const [action, ...args] = data.split(":");
  return action !== undefined && /^[a-z-]{1,24}$/.test(action) && args.every((arg) => /^[\w.+-]{1,40}$/.test(arg))
    ? { action, args }
    : null;
}

/** A row id from callback data, or undefined. */
export function readId(arg: string | undefined): number | undefined {
  return arg !== undefined && /^\d{1,15}$/.test(arg) ? Number(arg) : undefined;
}
