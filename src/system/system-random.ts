import { randomInt } from "node:crypto";
import type { Random } from "#core/ports.ts";

const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz";

/** Ids from the system's cryptographic source; `float` is for jitter only. */
export const systemRandom: Random = {
  float: () => Math.random(),
  id: (length) => Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join(""),
};
