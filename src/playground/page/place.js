import { toast } from "./dom.js";
import { State } from "./state.js";
import { t } from "./words.js";

export const state = new State();

/** Where the reader is and what they are at. */
export const place = {
  chatId: 0,
  /** Null outside topics. */
  threadId: null,
  /** In whose name the reader speaks. */
  speakerId: 0,
  /** `{ kind: "reply" | "edit", seen }` while a message is replied to or edited. */
  composing: null,
};

export const chat = () => state.chat(place.chatId);

export function hasTopics(of) {
  return of.forum || of.topics.length > 0;
}

/** Whether a message stands where the reader is. */
export function inPlace(seen) {
  return (seen.threadId ?? null) === place.threadId || (!hasTopics(chat()) && place.threadId === null);
}

/** The chat and the topic that a new message goes to. */
export function here() {
  return { chatId: place.chatId, ...(place.threadId === null ? {} : { threadId: place.threadId }) };
}

/** Does something in the name of the speaker; null, and a word to the reader, where it fails. */
export async function act(what) {
  try {
    const isOther = what.userId === undefined && place.speakerId !== state.ownerId;
    return await state.act(isOther ? { ...what, userId: place.speakerId } : what);
  } catch (error) {
    toast(error.message || t("failed"));
    return null;
  }
}

/** Telegram's limit for a message. */
export const MAX_TEXT = 4096;

/** Sends a text; a longer one as several messages, as Telegram's clients do. */
export async function sendText(text) {
  const reply = place.composing?.kind === "reply" ? { replyTo: place.composing.seen.id } : {};
  const target = here();
  place.composing = null;
  for (const part of partsOf(text)) await act({ act: "send", ...target, ...reply, text: part });
}

/** Cut at the last line break or space that fits; without one, between two characters. */
function partsOf(text) {
  const parts = [];
  let rest = text;
  while (rest.length > MAX_TEXT) {
    const head = rest.slice(0, MAX_TEXT);
    const gap = Math.max(head.lastIndexOf("\n"), head.lastIndexOf(" "));
    const isSplitPair = /[\ud800-\udbff]$/.test(head);
    const cut = gap > MAX_TEXT / 2 ? gap : MAX_TEXT - (isSplitPair ? 1 : 0);
    parts.push(rest.slice(0, cut));
    rest = rest.slice(cut).trimStart();
  }
  if (rest !== "") parts.push(rest);
  return parts;
}
