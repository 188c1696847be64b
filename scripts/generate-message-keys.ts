/**
 * Writes `src/core/message-keys.ts`, the keys of `locales/` as a type, so that a slip in a key fails in `tsc`.
 * English leads: a test holds that the three languages have the same keys.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { messageKeysSource } from "#bot/words/i18n.ts";

const FILE = fileURLToPath(new URL("../src/core/message-keys.ts", import.meta.url));
writeFileSync(FILE, messageKeysSource());
