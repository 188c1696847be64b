import type { Phrase } from "./phrase.ts";

/** Days and seasons that everybody knows and that are not computed here: each differs by country, church or person. */
const UNKNOWN_DAYS: ReadonlySet<string> = new Set(
  [
    "thanksgiving|thanksgiving day|mother 's day|mothers day|mother's day|father 's day|fathers day|father's day",
    "leap day|labor day|labour day|memorial day|independence day|veterans day|boxing day|good friday|black friday",
    "easter monday|ash wednesday|passover|ramadan|eid|diwali|hanukkah|pentecost|whitsun|payday|birthday|anniversary",
    "summer|winter|autumn|springtime|full moon|new moon",
    "пасху|пасха|пасхи|пасхе|рождество|рождества|рождеству|сочельник|масленицу|масленица|троицу|крещение",
    "день рождения|дня рождения|днем рождения|дню рождения|годовщину|летом|зимой|осенью|весной",
    "春节|春節|中秋|中秋节|端午|端午节|清明|清明节|元宵|元宵节|国庆|国庆节|劳动节|五一|七夕|重阳节|除夕|母亲节|父亲节|儿童节|感恩节|复活节",
    "生日|夏天|冬天|秋天|春天",
  ].flatMap((days) => days.split("|")),
);

/** Times of day that move with the sun. */
const UNKNOWN_TIMES: ReadonlySet<string> = new Set(
  "sunrise|sunset|dawn|dusk|рассвет|рассвете|рассвету|закат|закате|закату|日出|日落".split("|"),
);

const MAX_TOKENS = 3;

/** True for a time of day that cannot be computed: "dawn". */
export function isUnknownTime(phrase: Phrase, index: number): boolean {
  return UNKNOWN_TIMES.has(phrase.isHan(index) ? phrase.text(index) + phrase.text(index + 1) : phrase.text(index));
}

/** The index after a day or season that cannot be computed; `index` itself if none stands here. */
export function skipUnknownDay(phrase: Phrase, index: number): number {
  for (let length = MAX_TOKENS; length > 0; length -= 1) {
    const texts = Array.from({ length }, (_, i) => phrase.text(index + i));
    if (UNKNOWN_DAYS.has(texts.join(phrase.isHan(index) ? "" : " "))) return index + length;
  }
  return index;
}
