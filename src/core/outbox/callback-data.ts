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
export function encodeCallback(action: string, args: readonly (string | number)[] = []): string {
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
