import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** What the owner's instructions may add to every turn, in characters (AGT-20). */
const MOST_INSTRUCTIONS = 4_000;

/** The owner's instructions, and whether they had to be cut. */
export interface OwnerInstructions {
  readonly text: string;
  readonly cut: boolean;
}

/**
 * `data/custom/instructions.md` as it is now (AGT-20); empty if there is none. What is too long is cut at a line; the file
 * itself is left alone.
 */
export function readOwnerInstructions(custom: string): OwnerInstructions {
  const text = readIfThere(path.join(custom, "instructions.md")).trim();
  if (text.length <= MOST_INSTRUCTIONS) return { text, cut: false };
  const room = text.slice(0, MOST_INSTRUCTIONS).toWellFormed();
  const line = room.lastIndexOf("\n");
  return { text: (line > 0 ? room.slice(0, line) : room).trimEnd(), cut: true };
}

/** A text that the model loads when it needs it. */
export interface Skill {
  readonly name: string;
  /** Its first heading: what it is for. */
  readonly about: string;
  readonly text: string;
}

/** The skills in `folders`, by name; one of a later folder takes the place of an earlier one's. Missing folders have none. */
export function readSkills(folders: readonly string[]): Skill[] {
  const skills = new Map<string, Skill>();
  for (const folder of folders)
    for (const file of markdownFiles(folder)) {
      const name = file.slice(0, -".md".length);
      const text = readIfThere(path.join(folder, file)).trim();
      if (text !== "") skills.set(name, { name, about: /^#+\s*(.+)$/m.exec(text)?.[1]?.trim() ?? name, text });
    }
  return [...skills.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function markdownFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^[\w-]{1,40}\.md$/.test(name));
  } catch {
    return [];
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
