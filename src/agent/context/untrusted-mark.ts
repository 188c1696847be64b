const MARKS = /<\/?untrusted-\w*>\n?/gi;

/** Text from outside between marks that it cannot close: the marker is random for each turn (AGT-8). */
export function markUntrusted(text: string, marker: string): string {
  return `<untrusted-${marker}>\n${text.replaceAll(marker, "")}\n</untrusted-${marker}>`;
}

/** A text of the model without our marks: they are for its eyes, not for the chat or for what tools store (X3). */
export function withoutMarks(text: string): string {
  return text.replace(MARKS, "");
}

/** {@link withoutMarks} for every text in a tool's input. */
export function inputWithoutMarks(input: unknown): unknown {
  if (typeof input === "string") {
    const clean = withoutMarks(input);
    return clean === input ? input : clean.trimEnd();
  }
  if (Array.isArray(input)) return input.map(inputWithoutMarks);
  if (typeof input !== "object" || input === null) return input;
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, inputWithoutMarks(value)]));
}
