import { type Flow, type FlowTask, stepOf } from "#core/flows/flow.ts";
import type { NoticeCode } from "#core/message-codes.ts";
import type { MessageKey } from "#core/message-keys.ts";
import type { Button, PayloadInput, TimeCard } from "#core/outbox/payload.ts";
import { type Refusal, refusalNotice } from "../commands/refusal-notice.ts";
import { rowWords } from "../menus/row-words.ts";
import type { BotParts } from "../middleware/bot-context.ts";
import { ownerWords } from "../middleware/owner-words.ts";

/** A text that is quoted in a question is cut here, in UTF-16 units. */
const MAX_QUOTED = 500;

/** The question that a dialogue asks now, or its preview with Confirm; Cancel is always there (TG-11). */
export function flowPrompt(parts: BotParts, flow: Flow): PayloadInput & { kind: "notice" } {
  const { task, place } = flow;
  const step = stepOf(task);
  const card = "card" in task ? task.card : null;
  const buttons: FlowButton[][] = [];
  if (step === "confirm" && task.kind !== "search") {
    if (card?.otherReading) buttons.push([otherReading(parts, flow, card.otherReading)]);
    buttons.push([flowButton(flow, "ok", `button-flow-${task.kind}`), cancelButton(flow)]);
  } else buttons.push([cancelButton(flow)]);
  return {
    kind: "notice",
    // The steps of `stepOf` are those that have a question.
    code: `flow-${task.kind}-${step}` as Extract<NoticeCode, `flow-${FlowTask["kind"]}-${typeof step}`>,
    // In a group a bot that is no administrator is only shown what answers it.
    params: { ...promptParams(parts, task), place: place.chatId < 0 ? "group" : "private" },
    buttons,
    ...(card && step === "confirm" && { preview: card }),
  };
}

/** An answer that cannot be used, with the way out: the question stands. */
export function flowRefusal(flow: Flow, refusal: Refusal): PayloadInput {
  // Where the task is known, examples with a task in them would mislead.
  const timeAlone = flow.task.kind !== "add" || flow.task.text !== null;
  const code = refusal.code === "when_unreadable" && timeAlone ? "when_unreadable_time" : refusal.code;
  return { ...refusalNotice({ ...refusal, code }), buttons: [[cancelButton(flow)]] };
}

type FlowButton = Pick<Button, "label" | "action" | "args"> & { params?: Record<string, string | number> };

function flowButton(flow: Flow, choice: string, label: MessageKey): FlowButton {
  return { label, action: "flow", args: [flow.id, flow.revision, choice] };
}

function cancelButton(flow: Flow): FlowButton {
  return flowButton(flow, "cancel", "button-cancel");
}

function otherReading(parts: BotParts, flow: Flow, other: NonNullable<TimeCard["otherReading"]>): FlowButton {
  const params = { when: ownerWords(parts).moment(other.next) };
  return { ...flowButton(flow, "other", "card-other-reading"), params };
}

function promptParams(parts: BotParts, task: FlowTask): Record<string, string | number> {
  const { stores, preferences } = parts;
  const { moment } = ownerWords(parts);
  switch (task.kind) {
    case "add":
      return { text: quoted(task.text ?? ""), when: quoted(task.when ?? "") };
    case "move": {
      const row = stores.schedules.get(task.scheduleId);
      return { text: quoted(row?.name ?? row?.text ?? ""), schedule: row ? rowWords(parts).rule(row) : "" };
    }
    case "edit":
      return { text: quoted(task.text ?? stores.schedules.get(task.scheduleId)?.text ?? "") };
    case "snooze": {
      const firing = stores.firings.get(task.firingId);
      return { text: quoted(firing?.text ?? ""), due: firing ? moment(firing.dueAt) : "" };
    }
    case "search":
      return {};
    case "default-hour":
      return { hour: task.hour ?? preferences.settings().defaults.hour };
    default:
      return task satisfies never;
  }
}

function quoted(text: string): string {
  return text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED).toWellFormed()}…`;
}
