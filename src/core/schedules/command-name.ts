const LONGEST_NAME = 80;
const MOST_LINES = 10;
const MOST_CHARACTERS = 800;

/** What a command is called in lists and alerts: its name, or the beginning of what it runs. */
export function commandName(row: { readonly name: string | null; readonly text: string }): string {
  if (row.name !== null) return row.name;
  const [first = ""] = row.text.trim().split("\n");
  return first.length <= LONGEST_NAME && first === row.text.trim() ? first : `${first.slice(0, LONGEST_NAME)}…`;
}

/** The key of the alert about a command that fails (OUT-7). */
export function commandAlertKey(scheduleId: string): string {
  return `command:${scheduleId}`;
}

/** The end of an output, whole lines where they fit: what usually says why. */
export function lastLines(output: string): string {
  const lines = output.trimEnd().split("\n").slice(-MOST_LINES);
  while (lines.length > 1 && lines.join("\n").length > MOST_CHARACTERS) lines.shift();
  return lines.join("\n").slice(-MOST_CHARACTERS).toWellFormed();
}
