/** Elements that hold nothing to read; what stands in `title` is read apart. */
const SILENT = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "svg",
  "iframe",
  "head",
  "title",
  "nav",
  "footer",
  "form",
]);
const BLOCKS = new Set(
  "p div section article main header aside h1 h2 h3 h4 h5 h6 ul ol li table tr blockquote pre br hr dl dt dd figure".split(
    " ",
  ),
);
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  mdash: "—",
  ndash: "–",
  hellip: "…",
  laquo: "«",
  raquo: "»",
  copy: "©",
  euro: "€",
};

/**
 * The text of an HTML page that a person would read: no scripts, navigation or tags; links keep their address. One pass
 * from tag to tag, so that no page, however it is built, takes longer than its length. It is for a model to read and
 * never shown as HTML, so a page that cheats the pass gains nothing.
 */
export function readableText(html: string): { title: string; text: string } {
  // Only ASCII: a letter whose small form is longer would shift every place behind it.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  let text = "";
  let link: string | undefined;
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf("<", at);
    text += html.slice(at, open < 0 ? html.length : open);
    if (open < 0) break;
    if (html.startsWith("<!--", open)) {
      at = after(html, "-->", open);
      continue;
    }
    const name = /^\/?[a-z][a-z0-9]*/.exec(lower.slice(open + 1, open + 24))?.[0];
    if (name === undefined) {
      text += "<";
      at = open + 1;
      continue;
    }
    at = after(html, ">", open);
    if (SILENT.has(name)) at = after(html, ">", after(lower, `</${name}`, at) - 1);
    else if (name === "a") link = linkOf(html.slice(open, at));
    else if (name === "/a" && link !== undefined) {
      text += ` (${link})`;
      link = undefined;
    } else if (name === "li") text += "\n- ";
    else if (BLOCKS.has(name.replace("/", ""))) text += "\n";
  }
  const lines = decodeEntities(text)
    .split("\n")
    .map((line) => line.replace(/[^\S\n]+/g, " ").trim());
  return {
    title: titleOf(html, lower),
    text: lines
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim(),
  };
}

/** The place behind `mark`; the end of the page if it is never closed. */
function after(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from);
  return at < 0 ? html.length : at + mark.length;
}

function linkOf(tag: string): string | undefined {
  return /\bhref\s*=\s*["']?(https?:[^"'\s>]+)/i.exec(tag)?.[1];
}

function titleOf(html: string, lower: string): string {
  const open = lower.indexOf("<title");
  if (open < 0) return "";
  const from = after(html, ">", open);
  const to = lower.indexOf("</title", from);
  return decodeEntities(html.slice(from, to < 0 ? from : to).slice(0, 300))
    .replace(/\s+/g, " ")
    .trim();
}

function decodeEntities(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name.toLowerCase()] ?? whole;
    const hex = /^#x/i.test(name);
    const code = Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : whole;
  });
}
