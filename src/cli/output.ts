/** Instants in JSON: ISO with the offset of `zone`, in whole seconds. Null stays null. */
export function isoWithOffset(at: number | Temporal.Instant, zone: string): string;
export function isoWithOffset(at: number | null, zone: string): string | null;
export function isoWithOffset(at: number | Temporal.Instant | null, zone: string): string | null {
  if (at === null) return null;
  const instant = typeof at === "number" ? Temporal.Instant.fromEpochMilliseconds(at) : at;
  return instant.toZonedDateTimeISO(zone).toString({ timeZoneName: "never", smallestUnit: "second" });
}

/** Instants for a reader: `Fri 6 Mar 2026 09:00`, in the wall clock of `zone`. */
export function readable(at: number | null, zone: string): string {
  if (at === null) return "-";
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  const date = local
    .toLocaleString("en-GB", { weekday: "short", day: "numeric", month: "short", year: "numeric" })
    .replaceAll(",", "");
  return `${date} ${local.toPlainTime().toString({ smallestUnit: "minute" })}`;
}

/** Rows under their column names, aligned; a cell keeps to one line. */
export function table(columns: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string[] {
  const lines = [columns, ...rows].map((row) => row.map((cell) => oneLine(String(cell ?? "-"))));
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  return lines.map((line) =>
    line.map((cell, i) => (i === line.length - 1 ? cell : cell.padEnd(widths[i] ?? 0))).join("  "),
  );
}

/** A text on one line, at most `most` characters. */
export function oneLine(text: string, most = 120): string {
  // Control characters would reach the reader's terminal as commands.
  const flat = text.replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, " ").trim();
  return flat.length <= most ? flat : `${flat.slice(0, most - 1)}…`;
}

/** A text of several lines without what a terminal would take as a command. */
export function printable(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");
}

/** "1 try", "2 tries": a number with its English noun. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
