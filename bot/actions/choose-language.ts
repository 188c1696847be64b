import { LOCALES, type Locale } from "#core/ports.ts";

/** What people type for a language: its code, or its name in any of the three. */
const NAMES: Record<Locale, readonly string[]> = {
  en: ["en", "english", "английский", "英语", "英文"],
  ru: ["ru", "russian", "русский", "俄语", "俄文"],
  zh: ["zh", "chinese", "китайский", "中文", "汉语"],
};

/** The language that is meant, or undefined. */
export function readLanguage(words: string): Locale | undefined {
  const said = words.trim().toLowerCase();
  return LOCALES.find((locale) => NAMES[locale].includes(said));
}
