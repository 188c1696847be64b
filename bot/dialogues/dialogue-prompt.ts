import { type Dialogue, type DialogueTask, stepOf } from "#core/dialogues/dialogue.ts";
import type { NoticeCode } from "#core/message-codes.ts";
import type { MessageKey } from "#core/message-keys.ts";
import type { Button, PayloadInput, TimeCard } from "#core/outbox/payload.ts";
import type { BotParts } from "../context/bot-context.ts";
import { ownerWords } from "../context/owner-words.ts";
import { type Refusal, refusalNotice } from "../context/refusal-notice.ts";
import { rowWords } from "../context/row-words.ts";

/** A text that is quoted in a question is cut here, in UTF-16 units. */
const MAX_QUOTED = 500;

/** The question that a dialogue asks now, or its preview with Confirm; Cancel is always there (TG-11). */
export function dialoguePrompt(parts: BotParts, dialogue: Dialogue): PayloadInput & { kind: "notice" } {
  const { task, place } = dialogue;
  const step = stepOf(task);
  const card = "card" in task ? task.card : null;
  const buttons: DialogueButton[][] = [];
  if (step === "confirm" && task.kind !== "search") {
    if (card?.otherReading) buttons.push([otherReading(parts, dialogue, card.otherReading)]);
    buttons.push([dialogueButton(dialogue, "ok", `button-dialogue-${task.kind}`), cancelButton(dialogue)]);
  } else buttons.push([cancelButton(dialogue)]);
  return {
    kind: "notice",
    // The steps of `stepOf` are those that have a question.
    code: `dialogue-${task.kind}-${step}` as Extract<NoticeCode, `dialogue-${DialogueTask["kind"]}-${typeof step}`>,
    // In a group a bot that is no administrator is only shown what answers it.
    params: { ...promptParams(parts, task), place: place.chatId < 0 ? "group" : "private" },
    buttons,
    ...(card && step === "confirm" && { preview: card }),
  };
}

/** An answer that cannot be used, with the way out: the question stands. */
export function dialogueRefusal(dialogue: Dialogue, refusal: Refusal): PayloadInput {
  // Where the task is known, examples with a task in them would mislead.
  const timeAlone = dialogue.task.kind !== "add" || dialogue.task.text !== null;
  const code = refusal.code === "when_unreadable" && timeAlone ? "when_unreadable_time" : refusal.code;
  return { ...refusalNotice({ ...refusal, code }), buttons: [[cancelButton(dialogue)]] };
}

type DialogueButton = Pick<Button, "label" | "action" | "args"> & { params?: Record<string, string | number> };

function dialogueButton(dialogue: Dialogue, choice: string, label: MessageKey): DialogueButton {
  return { label, action: "dialogue", args: [dialogue.id, dialogue.revision, choice] };
}

function cancelButton(dialogue: Dialogue): DialogueButton {
  return dialogueButton(dialogue, "cancel", "button-cancel");
}

function otherReading(
  parts: BotParts,
  dialogue: Dialogue,
  other: NonNullable<TimeCard["otherReading"]>,
): DialogueButton {
  const params = { when: ownerWords(parts).moment(other.next) };
  return { ...dialogueButton(dialogue, "other", "card-other-reading"), params };
}

function promptParams(parts: BotParts, task: DialogueTask): Record<string, string | number> {
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
