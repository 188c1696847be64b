/**
 * Telegram's limits on messages (OUT-1), with a margin for clocks that do not agree to the millisecond. A message counts
 * from the moment when its answer is back: it was accepted before, so the server never sees more than it allows.
 */
const PRIVATE = { burst: 5, refillMs: 1_005 };
const GROUP = { messages: 20, windowMs: 60_050 };
const OVERALL = { messages: 30, windowMs: 1_005 };

/** The time of a message whose answer is not back yet. */
const ON_ITS_WAY = Number.POSITIVE_INFINITY;

/** What was sent lately. Times are milliseconds of a clock that only grows, oldest first. */
export interface Pace {
  readonly overall: readonly number[];
  readonly groups: ReadonlyMap<number, readonly number[]>;
  /** The bucket of a private chat: so many messages may leave at `at`. */
  readonly privates: ReadonlyMap<number, { readonly tokens: number; readonly at: number }>;
}

/** Nothing was sent yet. */
export const RESTED: Pace = { overall: [], groups: new Map(), privates: new Map() };

/** For how many milliseconds a message to the chat has to wait; 0 if it may leave now. Groups have negative ids. */
export function paceWait(pace: Pace, chatId: number, at: number): number {
  return Math.max(
    windowWait(pace.overall, OVERALL, at),
    chatId < 0 ? windowWait(pace.groups.get(chatId) ?? [], GROUP, at) : bucketWait(tokens(pace, chatId, at)),
  );
}

/** The pace after a message was let go to the chat at `at`. What has no bearing any more is forgotten. */
export function paceAfter(pace: Pace, chatId: number, at: number): Pace {
  const overall = [...inWindow(pace.overall, OVERALL.windowMs, at), ON_ITS_WAY];
  if (chatId < 0) {
    const groups = new Map([...pace.groups].filter(([, times]) => inWindow(times, GROUP.windowMs, at).length > 0));
    groups.set(chatId, [...inWindow(groups.get(chatId) ?? [], GROUP.windowMs, at), ON_ITS_WAY]);
    return { ...pace, overall, groups };
  }
  const privates = new Map([...pace.privates].filter(([id]) => tokens(pace, id, at) < PRIVATE.burst));
  privates.set(chatId, { tokens: tokens(pace, chatId, at) - 1, at });
  return { ...pace, overall, privates };
}

/** The pace when the answer to a message for the chat is back, at `at`. */
export function paceArrived(pace: Pace, chatId: number, at: number): Pace {
  const group = pace.groups.get(chatId);
  const bucket = pace.privates.get(chatId);
  return {
    overall: arrived(pace.overall, at),
    groups: group ? new Map(pace.groups).set(chatId, arrived(group, at)) : pace.groups,
    privates: bucket ? new Map(pace.privates).set(chatId, { tokens: bucket.tokens, at }) : pace.privates,
  };
}

function arrived(times: readonly number[], at: number): number[] {
  const index = times.indexOf(ON_ITS_WAY);
  return index < 0 ? [...times] : times.with(index, at);
}

function windowWait(times: readonly number[], limit: { messages: number; windowMs: number }, at: number): number {
  const recent = inWindow(times, limit.windowMs, at);
  return recent.length < limit.messages ? 0 : recent[recent.length - limit.messages]! + limit.windowMs - at;
}

function inWindow(times: readonly number[], windowMs: number, at: number): number[] {
  return times.filter((time) => at - time < windowMs);
}

function tokens(pace: Pace, chatId: number, at: number): number {
  const bucket = pace.privates.get(chatId);
  return bucket ? Math.min(PRIVATE.burst, bucket.tokens + (at - bucket.at) / PRIVATE.refillMs) : PRIVATE.burst;
}

function bucketWait(tokensNow: number): number {
  return tokensNow >= 1 ? 0 : (1 - tokensNow) * PRIVATE.refillMs;
}
