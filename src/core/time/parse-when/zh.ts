import { type Lexeme, type Lexicon, lexicon, unit, weekday, word } from "./lexeme.ts";

type Entry = readonly [words: string, ...meanings: Lexeme[]];

const DAYS = ["一", "二", "三", "四", "五", "六", "日"];

function weekdayWords(day: string): string {
  const suffixes = day === "日" ? ["日", "天"] : [day];
  return suffixes.flatMap((suffix) => ["周", "週", "星期", "礼拜", "禮拜"].map((prefix) => prefix + suffix)).join("|");
}

/** Chinese words of time, simplified and traditional. */
export const ZH: Lexicon = lexicon([
  ...DAYS.map((day, i): Entry => [weekdayWords(day), weekday(i + 1)]),
  ["工作日|平日", { k: "weekdays", days: [1, 2, 3, 4, 5] }],
  ["工作日", { k: "workday" }],
  ["周末|週末", { k: "weekdays", days: [6, 7] }, word("weekend")],
  ["正月", { k: "month", month: 1 }],

  ["秒|秒钟|秒鐘", unit("second")],
  ["分|分钟|分鐘", unit("minute")],
  ["小时|小時|个小时|個小時|钟头|个钟头|鐘頭|個鐘頭|个钟", unit("hour")],
  ["天|日", unit("day")],
  ["周|週|星期|个星期|個星期|礼拜|禮拜|个礼拜|個禮拜", unit("week")],
  ["月|个月|個月", unit("month")],
  ["年", unit("year")],
  ["季度|个季度", unit("month", 3)],
  ["半小时|半小時|半个小时|半個小時|半个钟头|半个钟", { k: "span", unit: "minute", n: 30 }],
  ["半天", { k: "span", unit: "hour", n: 12 }],
  ["半年", { k: "span", unit: "month", n: 6 }],
  ["半分钟", { k: "span", unit: "second", n: 30 }],
  ["半个月|半個月", { k: "span", unit: "day", n: 15 }],
  ["刻钟|刻鐘", unit("minute", 15)],

  ["前年", { k: "year", offset: -2 }],
  ["去年", { k: "year", offset: -1 }],
  ["今年", { k: "year", offset: 0 }],
  ["明年", { k: "year", offset: 1 }],
  ["后年|後年", { k: "year", offset: 2 }],
  ["今天|今日", { k: "day", offset: 0 }],
  ["明天|明日|明儿|聽日", { k: "day", offset: 1 }],
  ["后天|後天|后日", { k: "day", offset: 2 }],
  ["大后天|大後天", { k: "day", offset: 3 }],
  ["昨天|昨日", { k: "day", offset: -1 }],
  ["前天", { k: "day", offset: -2 }],
  ["今早|今晨", { k: "day-part", offset: 0, part: "morning" }],
  ["今晚|今夜", { k: "day-part", offset: 0, part: "late" }],
  ["明早|明晨", { k: "day-part", offset: 1, part: "morning" }],
  ["明晚", { k: "day-part", offset: 1, part: "late" }],
  ["后晚|後晚", { k: "day-part", offset: 2, part: "late" }],
  ["早上|早晨|清晨|上午|早|一早|晨", { k: "part", part: "morning" }],
  ["中午|正午", { k: "part", part: "noon" }],
  ["下午|午后|午後", { k: "part", part: "afternoon" }],
  ["晚上|晚间|晚間|晚", { k: "part", part: "late" }],
  ["傍晚", { k: "part", part: "evening" }],
  ["夜里|夜裡|夜间|深夜|半夜|夜晚", { k: "part", part: "night" }],
  ["凌晨", { k: "part", part: "small-hours" }],
  ["午夜|零点|零時|零时|子夜", { k: "named-time", h: 0 }],

  ["每|每个|每個|每逢|逢", word("every")],
  ["每隔|隔", word("every-gap")],
  ["下|下个|下個", word("next")],
  ["下下|下下个|下下個", word("next-next")],
  ["这|這|这个|這個|本|本个", word("this")],
  ["最后|最後|最后一个|最後一個|最后一", word("last")],
  ["上|上个|上個", word("ago")],
  ["后|後|以后|以後|之后|之後|过后", word("later")],
  ["前|以前|之前", word("before")],
  ["过|過|再过|再過", word("in")],
  ["第", word("the")],
  ["个|個", word("a")],
  ["的", word("of")],
  ["和|与|與|及", word("and")],
  ["、", word("and")],
  ["到|至", word("to")],
  ["到|直到|至|截至|截止", word("until")],
  ["为止|為止", word("filler")],
  ["从|從|自", word("from")],
  ["从|從|自", word("start")],
  ["开始|開始|起", word("filler")],
  ["连续|連續|持续|持續|为期", word("lasting")],
  ["共|一共|总共", word("for")],
  ["次|遍|这个时间|这个时候|同一时间|同样时间", word("times")],
  ["点|點|点钟|點鐘|时|時", word("point")],
  ["半", word("half")],
  ["刻", word("quarter")],
  ["差", word("without")],
  ["整|钟", word("oclock")],
  ["左右|前后", word("ish")],
  ["大约|大概|约", word("about")],
  ["在|于|於", word("at")],
  ["号|號|日", word("day-number")],
  ["如果是|如果|若是|若", word("if")],
  ["除了|除", word("except")],
  ["末|底", word("end")],
  ["现在|馬上|马上|立刻|立即", word("now")],
  ["元旦|新年", { k: "holiday", name: "new-year" }],
  ["除夕夜", { k: "holiday", name: "new-year-eve" }],
  ["圣诞节|圣诞|聖誕節", { k: "holiday", name: "christmas" }],
  ["平安夜", { k: "holiday", name: "christmas-eve" }],
  ["万圣节", { k: "holiday", name: "halloween" }],
  ["情人节", { k: "holiday", name: "valentine" }],
]);

const DIGITS: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  兩: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const POWERS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };
/** Tens in one character: 廿五 is 25. */
const TENS: Readonly<Record<string, number>> = { 廿: 20, 卅: 30 };

/** Reads a numeral in characters at `start`: 二十五, 二零二七; null if there is none. */
export function readHanNumber(text: string, start: number): { readonly n: number; readonly end: number } | null {
  let end = start;
  let total = 0;
  let current = 0;
  let figures = 0;
  let powers = 0;
  for (; end < text.length; end += 1) {
    const character = text[end] ?? "";
    const digit = DIGITS[character];
    const power = POWERS[character];
    const tens = TENS[character];
    if (digit !== undefined) {
      // Figures in a row are a number written digit by digit: years are.
      current = powers === 0 ? current * 10 + digit : digit;
      figures += 1;
    } else if (power !== undefined) {
      total += (current === 0 ? 1 : current) * power;
      current = 0;
      powers += 1;
    } else if (tens !== undefined) {
      total += tens;
      powers += 1;
    } else {
      break;
    }
  }
  return figures + powers === 0 ? null : { n: total + current, end };
}
