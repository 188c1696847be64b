import { withoutMarks } from "../context/untrusted-mark.ts";

/** One message as the offline model reads it: the owner's words apart from what stands in brackets around them. */
export interface OfflineMessage {
  readonly words: string;
  /** What the message answers, if it quotes something. */
  readonly quote: string | undefined;
  /** What it brings beside its words. */
  readonly brings: "file" | "place" | undefined;
  /** The words are somebody else's, forwarded. */
  readonly ofOthers: boolean;
}

const QUOTE =
  /^\[(?:In reply to (?:your|my) message|The next message refers to these words of [^\n]*)\]\n((?:> ?.*(?:\n|$))+)\n*/u;
const FORWARD = /^\[Forwarded from [^\n]*\]\n/u;
const FILE = /^\[(?:File: saved as|Picture:) [^\n]*\](?:\n|$)/u;
const PLACE = /^\[Location: [^\n]*\](?:\n|$)/u;
const VOICE = /^\[Voice message\]\n/u;
const EDITED = "[Edited caption]\n";

/** Takes a message of a prompt apart. Code wrote the lines in brackets, in English: they say nothing of the owner's language. */
export function readMessage(content: string): OfflineMessage {
  const text = withoutMarks(content);
  const quoted = QUOTE.exec(text);
  let words = quoted ? text.slice(quoted[0].length) : text;
  const forwarded = FORWARD.test(words);
  words = words.replace(FORWARD, "");
  const brings = FILE.test(words) ? "file" : PLACE.test(words) ? "place" : undefined;
  words = words.replace(FILE, "").replace(PLACE, "").replace(VOICE, "");
  const edit = words.lastIndexOf(EDITED);
  if (edit >= 0) words = words.slice(edit + EDITED.length);
  return {
    words: words.trim(),
    quote: quoted?.[1]?.replaceAll(/^> ?/gm, "").trim(),
    brings,
    ofOthers: forwarded || text !== content,
  };
}
