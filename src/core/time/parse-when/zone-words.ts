import { canonicalZone, isZoneAbbreviation } from "../zones.ts";

/** The zone that "local time" and «по местному времени» name: the owner's own. */
export const LOCAL_ZONE = "local";

export interface ZoneWords {
  /** In UTF-16 units. */
  readonly length: number;
  /** An IANA name, an offset or an abbreviation; perhaps one that `canonicalZone` refuses, so that it is never dropped. */
  readonly name: string;
}

/** What stands before the zone. */
export interface BeforeZone {
  /** A word of time. */
  readonly isTime: boolean;
  /** A time in figures, and no white space after it. */
  readonly isJoinedClock: boolean;
  readonly isClock: boolean;
}

const IANA = /[a-z]+(?:\/[a-z_]+(?:[+-]\d+)?)+(?![\p{L}\d/])/uy;
const OFFSET = /(?:utc|gmt)(?:\s?[+-]\s?\d{1,2}(?::?\d\d)?)?(?: time)?(?![\p{L}\d])/uy;
const PLUS_OFFSET = /\+\d\d:?\d\d(?![\d:])/y;
const ZULU = /z(?![\p{L}\d])/uy;
const ABBREVIATION = /([a-z]{2,4})( time)?(?![\p{L}\d'-])/uy;
const PLACE_TIME = /(\p{L}+(?:[ -]\p{L}+){0,2}?)(?: standard| daylight)? time(?![\p{L}\d'])/uy;
const BARE_PLACE = /(?:eastern|pacific|мск)(?![\p{L}\d'-])/uy;
const RUSSIAN_TIME = /по ([а-я]+(?:-[а-я]+)?)( времени)?(?![\p{L}\d])/uy;
const HAN_TIME = /(\p{Script=Han}{2,4}?)(?:时间|時間)/uy;

/** Abbreviations that are words of their own in lower case: they need the end of the time words behind them. */
const WORDS_TOO = new Set(["et", "pt", "ct", "mt", "ist", "sst", "west", "wet"]);

const PLACES: Readonly<Record<string, string>> = {
  local: LOCAL_ZONE,
  my: LOCAL_ZONE,
  eastern: "ET",
  central: "CT",
  mountain: "MT",
  pacific: "PT",
  beijing: "Asia/Shanghai",
  boston: "America/New_York",
  miami: "America/New_York",
  nyc: "America/New_York",
  washington: "America/New_York",
  seattle: "America/Los_Angeles",
  "san francisco": "America/Los_Angeles",
  mumbai: "Asia/Kolkata",
  delhi: "Asia/Kolkata",
};

/** Stems of «по московскому времени», «по Москве». */
const RUSSIAN_PLACES: readonly (readonly [stem: string, zone: string])[] = [
  ["местн", LOCAL_ZONE],
  ["моск", "Europe/Moscow"],
  ["мск", "Europe/Moscow"],
  ["гринвич", "UTC"],
  ["киев", "Europe/Kyiv"],
  ["минск", "Europe/Minsk"],
  ["лондон", "Europe/London"],
  ["париж", "Europe/Paris"],
  ["берлин", "Europe/Berlin"],
  ["пекин", "Asia/Shanghai"],
  ["токи", "Asia/Tokyo"],
  ["нью-йорк", "America/New_York"],
  ["екатеринбург", "Asia/Yekaterinburg"],
  ["новосибирск", "Asia/Novosibirsk"],
  ["владивосток", "Asia/Vladivostok"],
  ["самар", "Europe/Samara"],
  ["ташкент", "Asia/Tashkent"],
];

const HAN_PLACES: Readonly<Record<string, string>> = {
  当地: LOCAL_ZONE,
  本地: LOCAL_ZONE,
  北京: "Asia/Shanghai",
  上海: "Asia/Shanghai",
  香港: "Asia/Hong_Kong",
  台北: "Asia/Taipei",
  东京: "Asia/Tokyo",
  東京: "Asia/Tokyo",
  首尔: "Asia/Seoul",
  新加坡: "Asia/Singapore",
  迪拜: "Asia/Dubai",
  莫斯科: "Europe/Moscow",
  柏林: "Europe/Berlin",
  巴黎: "Europe/Paris",
  伦敦: "Europe/London",
  倫敦: "Europe/London",
  纽约: "America/New_York",
  紐約: "America/New_York",
  芝加哥: "America/Chicago",
  多伦多: "America/Toronto",
  洛杉矶: "America/Los_Angeles",
  旧金山: "America/Los_Angeles",
  悉尼: "Australia/Sydney",
  美东: "ET",
  美西: "PT",
  格林威治: "UTC",
  格林尼治: "UTC",
};

/**
 * A zone at this place of the words: `Europe/London` in any letter case, `UTC+3`, `EST`, "London time", «по московскому
 * времени», 东京时间. `source` is lower case, `original` as it was written. `isTimeWord` tells words of time.
 */
export function readZoneWords(
  original: string,
  source: string,
  position: number,
  before: BeforeZone,
  isTimeWord: (word: string) => boolean,
): ZoneWords | null {
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position;
    return pattern.exec(source);
  };
  const zulu = before.isJoinedClock ? match(ZULU) : null;
  if (zulu) return { length: 1, name: "UTC" };
  const plus = before.isClock ? match(PLUS_OFFSET) : null;
  if (plus) return { length: plus[0].length, name: plus[0] };
  const iana = match(IANA)?.[0];
  if (iana && canonicalZone(iana).ok) return { length: iana.length, name: iana };
  const offset = match(OFFSET)?.[0];
  if (offset) return { length: offset.length, name: offset.replace(/ time$|\s/g, "") };
  const place = match(PLACE_TIME);
  const zone = place ? zoneOfPlace(place[1] ?? "") : null;
  if (place && zone) return { length: place[0].length, name: zone };
  const bare = before.isTime ? match(BARE_PLACE)?.[0] : undefined;
  if (bare) return { length: bare.length, name: PLACES[bare] ?? "Europe/Moscow" };
  const russian = match(RUSSIAN_TIME);
  const said = russian ? readRussianPlace(russian, before) : null;
  if (russian && said) return { length: russian[0].length, name: said };
  const han = match(HAN_TIME);
  const hanZone = han ? HAN_PLACES[han[1] ?? ""] : undefined;
  if (han && hanZone) return { length: han[0].length, name: hanZone };
  const abbreviation = match(ABBREVIATION);
  const letters = abbreviation?.[1] ?? "";
  if (!abbreviation || !isZoneAbbreviation(letters)) return null;
  const isUpper = original.slice(position, position + letters.length) === letters.toUpperCase();
  const next = /^\s*(\p{L}*)/u.exec(source.slice(position + abbreviation[0].length))?.[1] ?? "";
  const ends = abbreviation[2] !== undefined || next === "" || isTimeWord(next);
  if (!isUpper && !(before.isTime && (ends || !WORDS_TOO.has(letters)))) return null;
  return { length: abbreviation[0].length, name: letters.toUpperCase() };
}

/** "London" of "London time"; null for "dinner time". */
function zoneOfPlace(name: string): string | null {
  const known = PLACES[name];
  if (known !== undefined) return known;
  if (isZoneAbbreviation(name)) return name.toUpperCase();
  const zone = canonicalZone(name);
  if (zone.ok) return zone.zone;
  if (zone.candidates.length === 0) return null;
  return zone.candidates.length === 1 ? (zone.candidates[0] ?? null) : name;
}

/** «По Москве» needs a time in front: one walks «по Москве» as well. Another adjective of «времени» is no known zone. */
function readRussianPlace([, name = "", time]: RegExpExecArray, before: BeforeZone): string | null {
  if (time === undefined && !before.isTime) return null;
  const known = RUSSIAN_PLACES.find(([stem]) => name.startsWith(stem))?.[1];
  return known ?? (time === undefined ? null : name);
}
