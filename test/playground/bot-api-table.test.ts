import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ApiFields, loadApiTable } from "#playground/api-table.ts";
import { formatTable, generateBotApiTable } from "../../scripts/generate-bot-api-table.ts";

const root = new URL("../..", import.meta.url).pathname;
const description = join(process.env.VIGIL_DATA ?? join(root, "../shared/data"), "telegram-bot-api.json");

interface Description {
  version: string;
  methods: Record<string, { fields?: { name: string; required: boolean }[] }>;
}

test("PLY-2: the committed table is what the installed @grammyjs/types say", () => {
  const committed = readFileSync(join(root, "src/playground/bot-api-table.json"), "utf8");
  expect(formatTable(generateBotApiTable()), "run: node scripts/generate-bot-api-table.ts").toBe(committed);
});

if (!existsSync(description))
  console.warn(`\n  SKIPPED, NOT PASSED: PLY-2's comparison needs ${description} (or VIGIL_DATA)\n`);

test.skipIf(!existsSync(description))(
  "PLY-2: every method and parameter of the published Bot API is in the table",
  async () => {
    const { methods } = JSON.parse(readFileSync(description, "utf8")) as Description;
    const table = await loadApiTable();
    const missing = Object.entries(methods).flatMap(([name, { fields = [] }]) => {
      const known = table.methods[name];
      if (!known) return [name];
      return fields.filter((field) => !has(known, field.name)).map((field) => `${name}.${field.name}`);
    });
    expect(missing).toEqual([]);
  },
);

test.skipIf(!existsSync(description))(
  "PLY-2: what the published Bot API requires of the methods in use, the table requires",
  async () => {
    const { methods } = JSON.parse(readFileSync(description, "utf8")) as Description;
    const table = await loadApiTable();
    const inUse = [
      "sendMessage",
      "editMessageReplyMarkup",
      "answerCallbackQuery",
      "deleteMessage",
      "sendChatAction",
      "getFile",
    ];
    inUse.push(
      "setMyCommands",
      "createForumTopic",
      "setMessageReaction",
      "sendMessageDraft",
      "sendRichMessage",
      "sendVoice",
    );
    for (const name of inUse) {
      const required = (methods[name]?.fields ?? []).filter((field) => field.required).map((field) => field.name);
      for (const field of required) expect(table.methods[name], `${name}.${field}`).toHaveProperty(field);
    }
  },
);

function has(fields: ApiFields, name: string): boolean {
  return name in fields || `${name}?` in fields;
}
