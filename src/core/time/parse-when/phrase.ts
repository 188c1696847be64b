import type { FunctionWord, Lexeme, Token } from "./lexeme.ts";

type Kind = Lexeme["k"];

/** The tokens of the words with questions that the grammar asks of them; an index outside answers no. */
export class Phrase {
  readonly tokens: readonly Token[];
  /** Written `9:00`, a time is meant on 24 hours: Russian does so. */
  readonly clock24: boolean;

  constructor(tokens: readonly Token[], clock24: boolean) {
    this.tokens = tokens;
    this.clock24 = clock24;
  }

  get length(): number {
    return this.tokens.length;
  }

  text(index: number): string {
    return this.tokens[index]?.text ?? "";
  }

  /** The token's meaning of this kind, if it has one. */
  get<K extends Kind>(index: number, kind: K): Extract<Lexeme, { k: K }> | undefined {
    for (const meaning of this.tokens[index]?.meanings ?? []) {
      if (meaning.k === kind) return meaning as Extract<Lexeme, { k: K }>;
    }
    return undefined;
  }

  /** True if the token is one of the function words. */
  is(index: number, ...words: readonly FunctionWord[]): boolean {
    for (const meaning of this.tokens[index]?.meanings ?? []) {
      if (meaning.k === "word" && words.includes(meaning.w)) return true;
    }
    return false;
  }

  punctuation(index: number, characters: string): boolean {
    const token = this.tokens[index];
    return token?.punctuation === true && characters.includes(token.text);
  }

  /** The index after a token that is one of the function words; the same index if it is not. */
  skip(index: number, ...words: readonly FunctionWord[]): number {
    return this.is(index, ...words) ? index + 1 : index;
  }

  skipPunctuation(index: number, characters: string): number {
    return this.punctuation(index, characters) ? index + 1 : index;
  }

  /** True for a word that says nothing about time. */
  isContent(index: number): boolean {
    const token = this.tokens[index];
    return token !== undefined && !token.punctuation && token.meanings.length === 0;
  }

  isHan(index: number): boolean {
    return /^[\p{Script=Han}〇]/u.test(this.text(index));
  }

  isCyrillic(index: number): boolean {
    return /^[а-я]/.test(this.text(index));
  }

  /** True if the token follows the one before without a space. */
  joined(index: number): boolean {
    return this.tokens[index]?.joined === true;
  }
}
