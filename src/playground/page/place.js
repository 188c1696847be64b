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

export async function sendText(text) {
  const reply = place.composing?.kind === "reply" ? { replyTo: place.composing.seen.id } : {};
  place.composing = null;
  await act({ act: "send", ...here(), ...reply, text });
}
