import type { ListedReminder } from "./offline-results.ts";

/** Which reminder is meant: `number` is a place in the list as it is shown, from 1; `text` a part of its text. */
export type OfflineTarget =
  | { readonly id: string }
  | { readonly number: number }
  | { readonly text: string }
  /** "It": what the message answers, or what was set last. */
  | { readonly it: true };

const IT =
  /^(?:it|that|this|that one|this one|(?:the )?last(?: one)?|его|её|ее|это|этот|эту|последн(?:ее|юю)|它|这个|那个|这条|最后一?[个条])?$/iu;

/** Reads the words that name a reminder; none are "it". */
export function readTarget(words: string): OfflineTarget {
  if (IT.test(words)) return { it: true };
  if (/^r-[0-9a-z]{10}$/i.test(words)) return { id: words.toLowerCase() };
  const number = /^(?:#|№|第)?\s*(\d{1,3})\s*(?:个|条|项|-?[яйе]+)?$/u.exec(words)?.[1];
  return number === undefined ? { text: words } : { number: Number(number) };
}

/** The reminders that `target` can mean, in the order of the list. One alone is certain. */
export function findListed(
  listed: readonly ListedReminder[],
  target: OfflineTarget,
  context: { readonly quote: string | undefined; readonly lastSet: readonly string[] },
): ListedReminder[] {
  if ("number" in target) return listed.slice(target.number - 1, target.number);
  if ("id" in target) return listed.filter((row) => row.id === target.id);
  if ("text" in target) return preferLive(byText(listed, target.text.toLowerCase()));
  const quote = context.quote?.toLowerCase();
  if (quote !== undefined) return preferLive(longest(listed.filter((row) => quote.includes(row.text.toLowerCase()))));
  const last = listed.filter((row) => context.lastSet.includes(row.id));
  return last.length > 0 ? last : preferLive([...listed]);
}

/** The very text before a part of it, and that before its words in another case. */
function byText(listed: readonly ListedReminder[], text: string): ListedReminder[] {
  const exact = listed.filter((row) => row.text.toLowerCase() === text);
  if (exact.length > 0) return exact;
  const part = listed.filter((row) => row.text.toLowerCase().includes(text));
  if (part.length > 0) return part;
  const stems = text.split(/\s+/).map((word) => (/^[а-яё]{5,}$/.test(word) ? word.slice(0, -2) : word));
  return listed.filter((row) => stems.every((stem) => row.text.toLowerCase().includes(stem)));
}

/** What has fired is listed for a day; whoever names a reminder rather means the one that is still to come. */
function preferLive(found: ListedReminder[]): ListedReminder[] {
  const live = found.filter((row) => row.state !== "fired");
  return live.length === 1 ? live : found;
}

/** A quoted "buy milk and bread" holds the text "buy milk" too. */
function longest(found: ListedReminder[]): ListedReminder[] {
  const most = Math.max(0, ...found.map((row) => row.text.length));
  return found.filter((row) => row.text.length === most);
}
