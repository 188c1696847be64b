import type { Tool } from "ai";
import { z } from "zod";
import type { Skill } from "#stores/files/custom-files.ts";
import type { AiSdk } from "../models/sdk.ts";
import { checkedInput } from "./check-input.ts";

const inputSchema = z.strictObject({ name: z.string() });
/** What of a skill's heading stands in the tool's description, which goes out with every turn. */
const LONGEST_ABOUT = 80;

/** The tool `skill`: loads a text of know-how when it is needed (AGT-6), so that only its name is sent with every turn. */
export function skillTool(ai: AiSdk, skills: readonly Skill[]): Tool<z.output<typeof inputSchema>, object> {
  const names = skills.map(({ name, about }) => `${name}: ${about.slice(0, LONGEST_ABOUT)}`).join("; ");
  return ai.tool({
    description: `Loads know-how by name. There is: ${names}.`,
    inputSchema: checkedInput(ai, { name: "skill", schema: inputSchema, example: { name: skills[0]?.name ?? "" } }),
    execute: async ({ name }): Promise<object> => {
      const found = skills.find((skill) => skill.name === name.trim());
      return found ? { text: found.text } : { unknown: name, known: skills.map((skill) => skill.name) };
    },
  });
}
