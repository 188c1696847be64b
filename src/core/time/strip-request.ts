import type { Locale } from "#core/ports.ts";

const REQUESTS: Readonly<Record<Locale, readonly RegExp[]>> = {
  en: [
    /^(?:(?:hey|hi|ok|please|pls|can you|could you|would you|will you)[\s,]+){0,3}(?:set (?:a |me a |up a )?reminder|remind (?:me|us)|(?:a )?reminder)(?:\s+(?:please|pls))?(?=[\s,:;—–-]|$)(?:\s*[,:;—–-])?(?:\s+(?:to|that|about|of|for)(?=\s))?/i,
    /^(?:please|pls)(?=[\s,])[\s,]*/i,
    /^to(?=\s)/i,
  ],
  // «Про» stays: without it the task would stand in the wrong case.
  ru: [
    /^(?:(?:пожалуйста|плиз|можешь|а|ну)[\s,]+){0,3}(?:напомни(?:те|шь)?|напоминай(?:те)?|поставь(?:те)? напоминание|напоминание|создай(?:те)? напоминание)(?:\s+(?:мне|нам))?(?:\s+пожалуйста)?(?=[\s,:;—–-]|$)(?:\s*[,:;—–-])?(?:\s+(?:о том,?\s+)?(?:что|чтобы)(?=\s))?/i,
    /^(?:пожалуйста)(?=[\s,])[\s,]*/i,
    /^(?:чтобы|что)(?=\s)/i,
  ],
  zh: [/^(?:请|麻烦|麻煩|帮我|幫我|到时|记得)?(?:你)?(?:提醒(?:一下)?(?:我们|我們|我)?|叫我|通知我)(?:一下)?[，,：:]?/],
};
const ENDINGS: readonly RegExp[] = [
  /(?:[\s,]+(?:please|pls|remind me))+[\s.!]*$/i,
  /(?:[\s,]+(?:пожалуйста|напомни(?: мне)?))+[\s.!]*$/i,
  /(?:[，,]?(?:提醒我|请提醒我|叫我))+[。！!]*$/,
];

/**
 * The task without the words that only ask for a reminder ("remind me to", «напомни мне», 提醒我): at the edges, in the
 * owner's language first, then in the others.
 */
export function stripRequest(words: string, locale: Locale): string {
  let rest = words.trim();
  for (const language of [locale, ...(["en", "ru", "zh"] as const).filter((other) => other !== locale)]) {
    const [request, ...joints] = REQUESTS[language];
    const before = rest;
    if (request) rest = rest.replace(request, "").trim();
    // "To" and «чтобы» join the task to a request that may have stood before the time.
    for (const joint of joints) rest = rest.replace(joint, "").trim();
    if (rest !== before) break;
  }
  for (const ending of ENDINGS) rest = rest.replace(ending, "").trim();
  return rest;
}
