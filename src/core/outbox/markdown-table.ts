import type { Token } from "markdown-it";
import { RichTextBuilder } from "./rich-text-builder.ts";

/** A phone shows about this many fixed-width columns. */
const SCREEN_COLUMNS = 40;
/** Scripts and signs that take two columns of a fixed-width font. */
const WIDE =
  /\p{Extended_Pictographic}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

/** A table is fixed-width text where it fits a phone, else one record a row: `head: cell`. */
export function renderTable(
  out: RichTextBuilder,
  tokens: readonly Token[],
  renderInline: (out: RichTextBuilder, tokens: readonly Token[]) => void,
): void {
  const { rows, right } = readTable(tokens, renderInline);
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => textWidth(row[column] ?? ""))));
  if (widths.reduce((sum, width) => sum + width + 3, 0) <= SCREEN_COLUMNS) {
    const line = (row: readonly string[]): string =>
      widths
        .map((width, column) => pad(row[column] ?? "", width, right[column] ?? false))
        .join(" │ ")
        .trimEnd();
    const rule = widths.map((width) => "─".repeat(width)).join("─┼─");
    out.span({ type: "pre" }, () => out.add([line(head), rule, ...body.map(line)].join("\n")));
    return;
  }
  body.forEach((row, index) => {
    if (index > 0) out.breakLines(2);
    row.forEach((cell, column) => {
      if (column > 0) out.breakLines(1);
      out.span({ type: "bold" }, () => out.add(head[column] ?? ""));
      out.add(`: ${cell}`);
    });
  });
}

/** The cells as plain text, and which columns are aligned to the right. */
function readTable(
  tokens: readonly Token[],
  renderInline: (out: RichTextBuilder, tokens: readonly Token[]) => void,
): { rows: string[][]; right: boolean[] } {
  const rows: string[][] = [];
  const right: boolean[] = [];
  tokens.forEach((token, index) => {
    if (token.type === "tr_open") rows.push([]);
    if (token.type === "th_open") right.push(String(token.attrGet("style") ?? "").includes("right"));
    if (token.type !== "th_open" && token.type !== "td_open") return;
    const cell = new RichTextBuilder();
    renderInline(cell, tokens[index + 1]?.children ?? []);
    rows.at(-1)?.push(cell.build().text.replace(/\s+/g, " ").trim());
  });
  return { rows, right };
}

function pad(cell: string, width: number, right: boolean): string {
  const blanks = " ".repeat(width - textWidth(cell));
  return right ? blanks + cell : cell + blanks;
}

function textWidth(text: string): number {
  let width = 0;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text))
    width += WIDE.test(segment) ? 2 : 1;
  return width;
}
