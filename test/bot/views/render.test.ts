import { expect, test } from "vitest";
import { type Journey, renderPayload, type ViewPayload } from "#bot/views/render.ts";
import type { RenderContext } from "#bot/views/render-context.ts";
import { createTimeWords } from "#bot/views/time-words.ts";
import { createWords } from "#bot/words/i18n.ts";
import { renderMarkdown } from "#core/outbox/markdown.ts";
import { type PayloadInput, payloadSchema, type TimeCard } from "#core/outbox/payload.ts";
import { LOCALES } from "#core/ports.ts";
import { entityFaults } from "#test/helpers/entity-faults.ts";

const words = createWords();
const SMOOTH: Journey = { lateSince: null, repeated: false };

function context(over: Partial<RenderContext> = {}): RenderContext {
  return {
    locale: "en",
    zone: "Europe/Berlin",
    now: Temporal.Instant.from("2026-12-01T10:00:00Z"),
    words,
    time: createTimeWords(words),
    markdown: renderMarkdown,
    ...over,
  };
}

const draw = (payload: PayloadInput, journey = SMOOTH, over: Partial<RenderContext> = {}) =>
  renderPayload(payloadSchema.parse(payload) as ViewPayload, journey, context(over));
const data = (rendered: ReturnType<typeof draw>) =>
  rendered.keyboard.map((row) => row.map((button) => button.callback_data));

const once: TimeCard = {
  scheduleId: "r-0000000001",
  text: "call Ann",
  schedule: { type: "once", local: "2026-12-05T18:30", zone: "Europe/Berlin" },
  next: [Date.parse("2026-12-05T17:30:00Z")],
  notes: [],
};
const daily: TimeCard = {
  ...once,
  scheduleId: "r-0000000002",
  text: "stretch",
  schedule: { type: "cron", pattern: "0 9 * * *", zone: "Europe/Berlin" },
  next: ["2026-12-02", "2026-12-03", "2026-12-04"].map((day) => Date.parse(`${day}T08:00:00Z`)),
};
const reminder = { kind: "reminder", firingId: 7, scheduleId: "r-0000000002", markdown: "**stretch**" } as const;

/** What a client draws in place of an entity: only the words of dates are its own. */
const dates = ({ body }: ReturnType<typeof draw>) =>
  body.entities.flatMap((entity) =>
    entity.type === "date_time"
      ? [{ ...entity, words: body.text.slice(entity.offset, entity.offset + entity.length) }]
      : [],
  );

test("TIME-20: a card says the text and the owner's wall time with the zone; a client draws the distance alone", () => {
  const drawn = draw({ kind: "reply", markdown: "Done.", cards: [once] });
  expect(drawn.body.text).toBe("Done.\n\n⏰ call Ann\nSat 5 Dec 18:30 (Europe/Berlin) · in 4 days 8 hours");
  expect(dates(drawn)).toMatchObject([
    { unix_time: once.next[0]! / 1000, date_time_format: "r", words: "in 4 days 8 hours" },
  ]);
});

test("TIME-20: a recurring card says the next three instants, and the zone once", () => {
  const drawn = draw({ kind: "reply", markdown: "", cards: [daily] });
  expect(dates(drawn).map(({ unix_time }) => unix_time * 1000)).toEqual(daily.next);
  expect(drawn.body.text.split("\n").slice(1, 3)).toEqual([
    "every day at 09:00 (Europe/Berlin)",
    expect.stringMatching(/^• Wed 2 Dec 09:00 · in /),
  ]);
  expect(drawn.body.text.match(/Europe\/Berlin/g)).toHaveLength(1);
});

test("TIME-20: a card of another zone says both zones apart", () => {
  const schedule = { type: "cron", pattern: "0 9 * * *", zone: "Asia/Tokyo" } as const;
  const lines = draw({ kind: "reply", markdown: "", cards: [{ ...daily, schedule }] }).body.text.split("\n");
  expect(lines[1]).toBe("every day at 09:00");
  expect(lines[2]).toMatch(/^• Wed 2 Dec 09:00 \(Europe\/Berlin\) · /);
  expect(lines.at(-1)).toBe("Time zone: Asia/Tokyo");
});

test("TIME-20: what the rule says already is no note of its own", () => {
  const schedule = {
    type: "rrule",
    rule: "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1",
    dtstart: "2026-12-31T09:00",
    zone: "Europe/Berlin",
  } as const;
  const card = { ...daily, schedule, notes: [{ code: "clamped", params: { day: 31 } }] } satisfies TimeCard;
  expect(draw({ kind: "reply", markdown: "", cards: [card] }).body.text.match(/last day/g)).toHaveLength(1);
});

test("TIME-6: another reading stands on a button, and what was set can be taken back", () => {
  const next = Date.parse("2026-12-12T17:30:00Z");
  const card = { ...once, otherReading: { schedule: once.schedule, next } };
  expect(data(draw({ kind: "reply", markdown: "", cards: [card] }))).toEqual([
    [`reading:r-0000000001:${next / 1000}`],
    ["unset:r-0000000001"],
  ]);
});

test("REM-14: a reminder carries Done, Snooze and Why?, a recurring one Open too", () => {
  expect(data(draw(reminder))).toEqual([["done:7", "snooze-more:7"], ["why:7"]]);
  expect(data(draw({ ...reminder, recurring: true }))[1]).toEqual(["why:7", "open:r-0000000002"]);
});

test("REM-2, REM-11: a reminder says why its own text comes, how many were skipped, and that it was the last", () => {
  const { body } = draw({ ...reminder, fallback: { code: "provider_down" }, skippedEarlier: 2, last: true });
  expect(body.text).toMatch(/^stretch\n\n.*provider is down.*\n2 earlier ones.*\nThis was the last one\.$/);
  const plain = draw({ ...reminder, fallback: { code: "a_code_of_tomorrow" } });
  expect(plain.body.text).toContain("Here is the reminder itself");
});

test("OUT-2, OUT-3: the journey of a message stands at its top", () => {
  const journey = { lateSince: Temporal.Instant.from("2026-12-01T09:00:00Z"), repeated: true };
  const { body } = draw({ ...reminder, movedFromThread: 5 }, journey);
  const [again, elsewhere, late, , text] = body.text.split("\n");
  expect([again, elsewhere, late, text]).toEqual([
    expect.stringContaining("twice"),
    expect.stringContaining("topic"),
    expect.stringMatching(/^Late: this was due .*10:00/),
    "stretch",
  ]);
});

test("REM-2: a list is in the order of time", () => {
  const items = [
    { text: "second", dueAt: Date.parse("2026-12-01T09:00:00Z") },
    { text: "first", dueAt: Date.parse("2026-12-01T08:00:00Z") },
  ];
  expect(draw({ kind: "digest", code: "stale", items }).body.text).toMatch(
    /^2 reminders .*:\n• first — .*\n• second — /,
  );
});

test("AGT-14: the question about a tool of an MCP server says what Always would mean, where it may be chosen", () => {
  const question = {
    kind: "approval",
    approvalId: "a-1",
    tool: "mcp_call",
    subject: "notes · add",
    cwd: null,
  } as const;
  const open = draw({ ...question, sources: [], grantable: true });
  expect(open.body.text).toContain("“Always” holds for this tool with any input.");
  const tainted = draw({ ...question, sources: ["Mallory"], grantable: false });
  expect(tainted.body.text).not.toContain("any input");
  expect(tainted.keyboard.flat()).toHaveLength(2);
});

test("OUT-5: an answer that nobody can see is said to be empty", () => {
  for (const markdown of ["", " \n ", "\u200b", "[](https://a.b)"])
    expect(draw({ kind: "reply", markdown }).body.text, JSON.stringify(markdown)).toBe("(The answer has no text.)");
});

test("AGT-15: a text that ends at the model's limit is not shown as if it were whole", () => {
  const line = "✂️ The answer was cut off at the model's limit.";
  const { body } = draw({ kind: "reply", markdown: "It begins and", cards: [once], cut: true });
  expect(body.text.startsWith(`It begins and\n\n${line}\n\n`)).toBe(true);
  expect(draw({ kind: "reply", markdown: "It is whole." }).body.text).toBe("It is whole.");
  const reminder = { kind: "reminder", firingId: 1, scheduleId: "r-0000000001", markdown: "It begins and" } as const;
  expect(draw({ ...reminder, cut: true }).body.text).toBe(`It begins and\n\n${line}`);
});

test("a notice finds its words by its code: notice-…, fault-…, refused-…", () => {
  expect(draw({ kind: "notice", code: "stopped" }).body.text).toBe("Stopped.");
  expect(draw({ kind: "notice", code: "fault-no-key" }).body.text).toContain("no key");
  expect(draw({ kind: "notice", code: "refused-when-unreadable" }).body.text.match(/^• /gm)).toHaveLength(3);
});

test.each(LOCALES)("TG-14, I18N-1: every kind is drawn in %s with sound entities and short callback data", (locale) => {
  const payloads: PayloadInput[] = [
    { kind: "reply", markdown: "a", cards: [once, daily] },
    {
      ...reminder,
      firingId: Number.MAX_SAFE_INTEGER,
      recurring: true,
      insisted: 2,
      fallback: { code: "unknown" },
      cards: [daily],
    },
    { kind: "alert", code: "chat-blocked", params: { chat: "Home" } },
    { kind: "digest", code: "missed", items: [{ text: "_x_", dueAt: 0 }] },
    { kind: "text", markdown: "x" },
    {
      kind: "notice",
      code: "reply-maybe-lost",
      buttons: [[{ label: "button-show-reply", action: "show-reply", args: [1] }]],
    },
  ];
  for (const payload of payloads) {
    const { body, keyboard } = draw(
      payload,
      { lateSince: Temporal.Instant.from("2026-11-01T00:00:00Z"), repeated: true },
      { locale },
    );
    expect(entityFaults(body), payload.kind).toEqual([]);
    for (const { callback_data } of keyboard.flat()) expect(Buffer.byteLength(callback_data)).toBeLessThanOrEqual(64);
  }
});

test("TIME-12: a refusal of a time says which of the words it did read, and says nothing where it read none", () => {
  const notice = (understood: string) =>
    draw({ kind: "notice", code: "refused-when-unreadable", params: { understood }, buttons: [], cards: [] }).body.text;
  expect(notice("tomorrow")).toMatch(/^I could not read the time[\s\S]*What I did read: “tomorrow”\.$/);
  expect(notice("")).not.toContain("What I did read");
});
