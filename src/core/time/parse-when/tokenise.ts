import { EN } from "./en.ts";
import type { Lexeme, Token } from "./lexeme.ts";
import { RU, RU_HALF_HOURS } from "./ru.ts";
import { readHanNumber, ZH } from "./zh.ts";
import { type BeforeZone, readZoneWords, type ZoneWords } from "./zone-words.ts";

/** The longest entry of a lexicon, in words and, for Chinese, in characters. */
const MAX_PHRASE_WORDS = 5;
const MAX_HAN_ENTRY = 5;

const WORD = /[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*/uy;
const HAN = /\p{Script=Han}|〇/uy;
const ADDRESS = /(?:https?:\/\/|www\.)\S{1,2000}|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64}/iy;
/** "In two weeks' time", "a fortnight's time", "tomorrow's meeting". */
const POSSESSIVE = /'s?(?!\p{L})/uy;
const MERIDIEM = /([ap])(?:\s{0,2}\.?\s{0,2}m(?![\p{L}\d])(?:\s?\.)?|(?![\p{L}\d])\.?)/uy;

const ISO = /\d{4}-\d\d-\d\dt\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:z|[+-]\d\d:?\d\d)?(?![\d:])/y;
const YEAR_FIRST = /(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/y;
const YEAR_LAST = /(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)(?![\d:])/y;
const CLOCK = /(\d{1,2}):(\d\d)(?::(\d\d))?(?![\d:])/y;
const SLASHED = /(\d{1,2})\/(\d{1,2})(?![\d/])/y;
const DOTTED = /(\d{1,2})\.(\d{1,2})(?![\d]|\.\d)/y;
const DECIMAL = /(\d{1,3}),(\d)(?=\s?\p{L})/uy;
const COMPACT = /((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)/y;
/** A meal, a meeting or a shift that is named after its time of day says what, not when: 晚饭, 晨会, 夜班. */
const NAMED_AFTER_TIME = /[早晨午晚夜](?=[饭飯餐茶宴宵会會班课課操读讀跑练練休睡觉覺安报報车車场場])/y;
/** "1:1", "16:9": a ratio or a kind of meeting; minutes have two figures. */
const RATIO = /\d{1,3}:\d(?!\d)/y;
const FIGURES = /\d+(?:\.\d+){2,}|\d{3,}-\d{4,}|\d{2,}(?:-\d{2,}){2,}|\d+/y;
const ORDINAL = /(?:st|nd|rd|th)(?![\p{L}\d])|-?(?:го|ого|ое|ой|ый|му|ому|ом|ым|е|й|х)(?![\p{L}\d])/uy;

/** Cuts the words into tokens with their possible meanings. Positions are those of `text` as given. */
export function tokenise(text: string): Token[] {
  const source = sameLengthNormal(text);
  const tokens: Token[] = [];
  let position = 0;
  const push = (end: number, meanings: readonly Lexeme[], punctuation = false): void => {
    const previous = tokens.at(-1);
    const joined = previous !== undefined && previous.end === position;
    tokens.push({ start: position, end, text: source.slice(position, end), meanings, punctuation, joined });
    position = end;
  };
  while (position < source.length) {
    const character = source[position] ?? "";
    if (/\s/.test(character)) {
      position += 1;
      continue;
    }
    const address = matchAt(ADDRESS, source, position);
    const zone = /\d/.test(character) ? null : readZone(text, source, position, tokens.at(-1));
    if (address) {
      push(position + address[0].length, []);
    } else if (zone) {
      push(position + zone.length, [{ k: "zone", name: zone.name }]);
    } else if (/\d/.test(character)) {
      readFigures(source, position, push);
    } else if (matchAt(HAN, source, position)) {
      readHan(source, position, push);
    } else {
      readWord(source, position, tokens, push);
    }
  }
  return tokens;
}

/** A zone; never from the middle of a word. */
function readZone(text: string, source: string, position: number, previous: Token | undefined): ZoneWords | null {
  const touches = previous?.end === position;
  if (touches && /^[\p{L}\d]/u.test(previous.text) && !isTimeLike(previous) && !/\p{Script=Han}/u.test(previous.text))
    return null;
  const isClock = previous?.meanings.some(({ k }) => k === "clock") ?? false;
  const before: BeforeZone = {
    isTime: previous?.meanings.some(({ k }) => k !== "word") ?? false,
    isJoinedClock: isClock && touches,
    isClock,
  };
  return readZoneWords(text, source, position, before, (each) => meaningsOf(each).length > 0);
}

type Push = (end: number, meanings: readonly Lexeme[], punctuation?: boolean) => void;

/** Lower case, full-width figures made plain, ё as е: every character keeps its place. */
function sameLengthNormal(text: string): string {
  const lower = text.toLowerCase();
  return (lower.length === text.length ? lower : text)
    .replace(/[！-～]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0).toLowerCase())
    .replaceAll("’", "'")
    .replaceAll("ё", "е")
    .replaceAll("，", ",");
}

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(text);
}

function readWord(source: string, position: number, tokens: readonly Token[], push: Push): void {
  const previous = tokens.at(-1);
  if (previous && isTimeLike(previous)) {
    const meridiem = matchAt(MERIDIEM, source, position);
    // A lone letter counts only if it is written together with the figures: "7p", not "2 a day".
    if (meridiem && (meridiem[0].length > 2 || meridiem[0].includes("m") || previous.end === position)) {
      push(position + meridiem[0].length, [{ k: "meridiem", half: meridiem[1] === "a" ? "am" : "pm" }]);
      return;
    }
  }
  const possessive = previous?.end === position ? matchAt(POSSESSIVE, source, position) : null;
  if (possessive) {
    push(position + possessive[0].length, [{ k: "word", w: "time-of" }]);
    return;
  }
  const single = matchAt(WORD, source, position)?.[0];
  if (!single) {
    // 、, & and @ join like words.
    const sign = source[position] ?? "";
    push(position + 1, ZH.get(sign) ?? meaningsOf(sign), true);
    return;
  }
  const stem = single.endsWith("'s") && meaningsOf(single).length === 0 ? single.slice(0, -2) : single;
  const phrase = longestPhrase(source, position, single) ?? longestPhrase(source, position, stem);
  const end = position + (phrase?.length ?? stem.length);
  const half =
    RU_HALF_HOURS.get(single) ??
    RU_HALF_HOURS.get(
      source
        .slice(position)
        .match(/^пол[- ][а-я]+/)?.[0]
        .replace(/[- ]/, "") ?? "",
    );
  if (half !== undefined) {
    const length = source.slice(position).match(/^пол[- ][а-я]+/)?.[0].length ?? single.length;
    push(position + length, [{ k: "clock", h: half - 1, m: 30, s: 0, padded: false, dot: false }]);
  } else if (phrase === undefined && /\d/.test(source[end] ?? "") && !/\p{Script=Han}/u.test(single)) {
    // A letter in front of figures makes a name of them: A4, v2.
    push(end + (/^[\p{L}\d]+/u.exec(source.slice(end))?.[0].length ?? 0), []);
  } else {
    push(end, phrase === undefined ? [] : meaningsOf(phrase));
  }
}

/** The longest run of words from here that a lexicon knows, as it stands in the source. */
function longestPhrase(source: string, position: number, single: string): string | undefined {
  let found = meaningsOf(single).length > 0 ? single : undefined;
  let end = position + single.length;
  for (let words = 2; words <= MAX_PHRASE_WORDS; words += 1) {
    const gap = source[end];
    if (gap !== " " && gap !== "-") break;
    const next = matchAt(WORD, source, end + 1)?.[0];
    if (!next) break;
    end += 1 + next.length;
    const phrase = source.slice(position, end);
    if (meaningsOf(phrase).length > 0) found = phrase;
  }
  return found;
}

function meaningsOf(phrase: string): readonly Lexeme[] {
  return EN.get(phrase) ?? RU.get(phrase) ?? [];
}

function readHan(source: string, position: number, push: Push): void {
  if (matchAt(NAMED_AFTER_TIME, source, position)) {
    push(position + 2, []);
    return;
  }
  const numeral = readHanNumber(source, position);
  for (let length = Math.min(MAX_HAN_ENTRY, source.length - position); length > 0; length -= 1) {
    const meanings = ZH.get(source.slice(position, position + length));
    if (meanings && (length > 1 || !numeral)) {
      push(position + length, meanings);
      return;
    }
  }
  if (numeral) push(numeral.end, [{ k: "number", n: numeral.n, digits: false, ordinal: false }]);
  else push(position + 1, []);
}

function readFigures(source: string, position: number, push: Push): void {
  const before = source[position - 1] ?? "";
  const quantity = /[$€£¥₽#№+]/.test(before);
  const match = (pattern: RegExp): RegExpExecArray | null => matchAt(pattern, source, position);
  const dated = quantity ? null : readDatedFigures(match);
  if (dated) {
    push(position + dated.length, dated.meanings);
    return;
  }
  const ratio = match(RATIO)?.[0];
  if (ratio) {
    push(position + ratio.length, []);
    return;
  }
  const figures = match(FIGURES)?.[0] ?? source[position] ?? "";
  const end = position + figures.length;
  const after = source[end] ?? "";
  if (quantity || figures.length > 4 || /[.-]/.test(figures) || /[%$€£₽°]/.test(after)) {
    push(end, []);
    return;
  }
  const n = Number(figures);
  const ordinal = matchAt(ORDINAL, source, end)?.[0];
  push(end + (ordinal?.length ?? 0), [{ k: "number", n, digits: true, ordinal: ordinal !== undefined }]);
}

/** Times and dates in figures. Those that do not exist are known as such, so that they are never read as something else. */
function readDatedFigures(
  match: (pattern: RegExp) => RegExpExecArray | null,
): { length: number; meanings: readonly Lexeme[] } | null {
  const iso = match(ISO);
  if (iso) return { length: iso[0].length, meanings: [{ k: "iso", text: iso[0].toUpperCase() }] };
  const yearFirst = match(YEAR_FIRST);
  if (yearFirst) {
    const [all, y, , m, d] = yearFirst;
    return { length: all.length, meanings: [{ k: "ymd", y: Number(y), m: Number(m), d: Number(d) }] };
  }
  const yearLast = match(YEAR_LAST);
  if (yearLast) {
    const [all, a, sep = "", b, y = ""] = yearLast;
    const year = y.length === 2 ? 2000 + Number(y) : Number(y);
    return { length: all.length, meanings: [{ k: "figures", a: Number(a), b: Number(b), y: year, sep }] };
  }
  const clock = match(CLOCK);
  if (clock) return { length: clock[0].length, meanings: [clockMeaning(clock, false)] };
  const slashed = match(SLASHED);
  if (slashed) {
    return {
      length: slashed[0].length,
      meanings: [{ k: "figures", a: Number(slashed[1]), b: Number(slashed[2]), sep: "/" }],
    };
  }
  const dotted = match(DOTTED);
  if (dotted) {
    const [all, a, b = ""] = dotted;
    const meanings: Lexeme[] = [{ k: "number", n: Number(all), digits: true, ordinal: false }];
    if (b.length === 2 && Number(a) < 24 && Number(b) < 60) meanings.push(clockMeaning(dotted, true));
    meanings.push({ k: "figures", a: Number(a), b: Number(b), sep: "." });
    return { length: all.length, meanings };
  }
  const decimal = match(DECIMAL);
  if (decimal) {
    const n = Number(`${decimal[1]}.${decimal[2]}`);
    return { length: decimal[0].length, meanings: [{ k: "number", n, digits: true, ordinal: false }] };
  }
  const compact = match(COMPACT);
  if (compact) {
    const [all, y, m, d] = compact;
    return { length: all.length, meanings: [{ k: "ymd", y: Number(y), m: Number(m), d: Number(d) }] };
  }
  return null;
}

function clockMeaning(match: RegExpExecArray, dot: boolean): Lexeme {
  const h = Number(match[1]);
  const m = Number(match[2]);
  const s = Number(match[3] ?? 0);
  if (m > 59 || s > 59 || h > 24 || (h === 24 && m + s > 0)) return { k: "bad", what: "time" };
  return { k: "clock", h, m, s, padded: (match[1] ?? "").startsWith("0") || h > 12 || h === 0, dot };
}

function isTimeLike(token: Token): boolean {
  return token.meanings.some(
    (meaning) =>
      meaning.k === "number" ||
      meaning.k === "clock" ||
      (meaning.k === "word" && meaning.w === "oclock") ||
      meaning.k === "named-time" ||
      (meaning.k === "unit" && meaning.unit === "hour"),
  );
}
