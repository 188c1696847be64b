import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactValue } from "#core/redact/redact-value.ts";
import { createRedactor, REDACTED, UNCHECKED } from "#core/redact/redactor.ts";

const SECRET = 'k3y/with+odd:"chars" ключ_A9';
const redactor = createRedactor({ secrets: [SECRET] });

/** Every form in which OUT-8 wants a configured value to be found. */
function formsOf(secret: string): string[] {
  const percent = encodeURIComponent(secret);
  const base64 = ["", "a", "ab"].flatMap((before) => {
    const bytes = Buffer.from(`${before}${secret}zz`);
    return [bytes.toString("base64"), bytes.toString("base64url")];
  });
  return [
    secret,
    percent,
    percent.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()),
    encodeURIComponent(percent),
    new URLSearchParams({ v: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)),
    [...secret].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
    ...base64,
    Buffer.from(secret).toString("base64").replace(/.{7}/g, "$&\n"),
  ];
}

describe("OUT-8: a configured secret", () => {
  test.each(formsOf(SECRET))("is found as %s", (form) => {
    const text = redactor.redact(`before ${form} after`);
    expect(text).toContain(REDACTED);
    expect(text.startsWith("before ")).toBe(true);
    expect(text.endsWith(" after")).toBe(true);
    // No part of it that is long enough to matter is left: four characters at each side of a base64 group at most.
    expect(text.replace(REDACTED, "").length).toBeLessThanOrEqual("before  after".length + 12);
  });

  test("is found wherever a stream of pieces is cut", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...formsOf(SECRET)),
        fc.string(),
        fc.array(fc.nat(400), { maxLength: 8 }),
        (form, around, cuts) => {
          const text = `${around} ${form} ${around}${"-".repeat(900)}`;
          const stream = redactor.stream();
          let shown = "";
          let at = 0;
          for (const cut of cuts.sort((a, b) => a - b)) {
            shown += stream.push(text.slice(at, Math.max(at, cut)));
            at = Math.max(at, cut);
          }
          shown += stream.push(text.slice(at)) + stream.end();
          expect(shown).toContain(REDACTED);
          expect(shown).not.toContain(form.slice(4, -4));
        },
      ),
    );
  });

  test("leaves nothing of itself at the edge of a text that was cut", () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: SECRET.length - 1 }), (length) => {
        expect(redactor.redact(`head ${SECRET.slice(0, length)}`)).toBe(`head ${REDACTED}`);
        expect(redactor.redact(`${SECRET.slice(-length)} tail`)).toBe(`${REDACTED} tail`);
      }),
    );
  });

  test("is found whatever characters it is made of, and text without it stays as it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 8, maxLength: 40 }), fc.lorem(), (secret, words) => {
        fc.pre(!words.includes(secret));
        const own = createRedactor({ secrets: [secret] });
        expect(own.redact(`${words} <${secret}> ${words}`)).not.toContain(`<${secret}>`);
        expect(own.redact(words)).toBe(words);
      }),
    );
  });

  test("that is short is hidden only where it stands alone, and a plain word not at all", () => {
    const short = createRedactor({ secrets: ["1:test", "ollama", "ab1"] });
    expect(short.redact("token 1:test, not 11:tests; ollama/llama3 ab1")).toBe(
      `token ${REDACTED}, not 11:tests; ollama/llama3 ab1`,
    );
  });

  test("hides a longer secret that contains a shorter one as a whole", () => {
    const both = createRedactor({ secrets: ["abcdefgh12", "abcdefgh12-and-more"] });
    expect(both.redact("x abcdefgh12-and-more y abcdefgh12")).toBe(`x ${REDACTED} y ${REDACTED}`);
  });
});

describe("OUT-8: the shape of a secret", () => {
  const none = createRedactor({ secrets: [] });
  const A32 = "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW";

  test.each([
    ["a bot token", `12345678:AA${A32}x`],
    ["an OpenAI key", `sk-proj-${A32}`],
    ["an Anthropic key", `sk-ant-api03-${A32}`],
    ["a Google key", `AIza${A32}xyz`],
    ["a GitHub token", `ghp_${A32}abcd`],
    ["a fine-grained GitHub token", `github_pat_${A32}`],
    ["a GitLab token", `glpat-${A32}`],
    ["a Slack token", "xoxb-123456789012-abcdefABCDEF"],
    ["an AWS key id", "AKIAIOSFODNN7EXAMPLE"],
    ["a Stripe key", `sk_live_${A32}`],
    ["an npm token", `npm_${A32}abcd`],
    ["a Hugging Face token", `hf_${A32}`],
    ["a JSON Web Token", `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${A32}`],
  ])("%s is hidden", (_, key) => {
    expect(none.redact(`got ${key} here`)).toBe(`got ${REDACTED} here`);
    expect(none.redact(`{"x":"${key}"}`)).toBe(`{"x":"${REDACTED}"}`);
  });

  test.each([
    ["/bot12345678:AAaB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW/getMe", `/bot${REDACTED}/getMe`],
    ["Authorization: Bearer abc.def", `Authorization: Bearer ${REDACTED}`],
    ["authorization: Basic dXNlcjpwYXNz", `authorization: Basic ${REDACTED}`],
    ["curl -H 'x-api-key: abcd1234'", `curl -H 'x-api-key: ${REDACTED}'`],
    ["https://ann:pa55word@example.org/x", `https://${REDACTED}@example.org/x`],
    ["https://h/x?key=abcd1234&b=2", `https://h/x?key=${REDACTED}&b=2`],
    ["OPENAI_API_KEY=abcd-1234 next", `OPENAI_API_KEY=${REDACTED} next`],
    ['{"client_secret": "s3cret-value"}', `{"client_secret": "${REDACTED}"}`],
    ["password: hunter2hunter2", `password: ${REDACTED}`],
  ])("%s keeps its name and loses its value", (text, shown) => {
    expect(none.redact(text)).toBe(shown);
  });

  test("a private key is hidden as a whole, with escaped line breaks too, and when its end is missing", () => {
    const key = `-----BEGIN OPENSSH PRIVATE KEY-----\n${`${A32}${A32}\n`.repeat(3)}-----END OPENSSH PRIVATE KEY-----`;
    expect(none.redact(`a ${key} b`)).toBe(`a ${REDACTED} b`);
    expect(none.redact(JSON.stringify(key))).toBe(`"${REDACTED}"`);
    expect(none.redact(key.slice(0, -40))).toBe(REDACTED);
  });

  test.each([
    "The secret of a good morning: coffee, and the key to it is in the kitchen.",
    '{"inputTokens":12345,"outputTokens":678,"turn":"t-1"}',
    "https://example.org/a/b?x=1#y and ssh://git@example.org/repo.git",
    "A cookie: chocolate chip, please; one cookie: plain",
    "bearer of good news; basic understanding of tokens",
    "Reminder r-1a2b3c4d5e at 2026-03-01T09:00:00+01:00: token ring museum",
  ])("ordinary text stays as it is: %s", (text) => {
    expect(none.redact(text)).toBe(text);
  });
});

test("OUT-8: the owner's own patterns count, and a pattern that is none is refused", () => {
  expect(createRedactor({ secrets: [], patterns: ["ID-\\d{4}"] }).redact("see ID-1234")).toBe(`see ${REDACTED}`);
  expect(() => createRedactor({ secrets: [], patterns: ["("] })).toThrow(
    expect.objectContaining({ code: "redact_pattern_invalid" }),
  );
});

test("OUT-8: a text that cannot be checked is not shown at all", () => {
  const broken = { toString: () => "secret" } as unknown as string;
  expect(redactor.redact(broken)).toBe(UNCHECKED);
  expect(redactor.stream().push(Symbol("secret") as unknown as string)).toBe(UNCHECKED);
});

test("OUT-8: values for a log are redacted in depth: fields by their names, errors with their causes, circles cut", () => {
  const circle: Record<string, unknown> = { note: SECRET, inputTokens: 5 };
  circle.self = circle;
  const shown = redactValue(redactor, {
    apiKey: "short",
    list: [SECRET],
    circle,
    err: new Error(`got ${SECRET}`, { cause: new Error(SECRET) }),
    at: Temporal.Instant.from("2026-03-01T00:00Z"),
  });
  const text = JSON.stringify(shown);
  expect(text).not.toContain("k3y");
  expect(shown).toMatchObject({
    apiKey: REDACTED,
    list: [REDACTED],
    circle: { note: REDACTED, inputTokens: 5 },
    err: { message: `got ${REDACTED}`, cause: { message: REDACTED } },
    at: "2026-03-01T00:00:00Z",
  });
});
