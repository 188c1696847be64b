import type { Api } from "grammy";
import type { InlineKeyboardMarkup, MessageEntity } from "grammy/types";
import { decideAfterFault, type SendFacts } from "#core/outbox/decide-fault.ts";
import type { FrozenPart } from "#core/outbox/frozen-part.ts";
import type { SendFault } from "#core/outbox/send-fault.ts";
import { isSilent } from "#core/outbox/sound.ts";
import type { Clock, Log, Random } from "#core/ports.ts";
import type { OutboxPart, OutboxRow } from "#stores/outbox/outbox.ts";
import type { Stores } from "#stores/stores.ts";
import { settleMessage } from "#use-cases/settle-message.ts";
import { classifyFault } from "../api/refusals.ts";
import { askZone } from "./ask-zone.ts";
import { endTry, type TryEnd } from "./end-try.ts";
import type { MessageFreezer, ReaderPreferences } from "./freeze-message.ts";
import type { SendingPace } from "./sending-pace.ts";

/** What the sender reads of the owner's settings, live. */
export interface SenderPreferences extends ReaderPreferences {
  settings(): { readonly quietHours: string };
  zoneKnown(): boolean;
}

export interface DeliveryOptions {
  readonly api: Api;
  readonly stores: Stores;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly preferences: SenderPreferences;
  readonly freezer: MessageFreezer;
  readonly pace: SendingPace;
}

/** What Telegram refused and is left out of the next request for the same part. */
type Bare = Set<"entities" | "buttons" | "reply" | "everything">;

/** Delivers one row at a time: frozen, marked as being sent, sent part by part, and ended with its receipt. */
export class MessageDelivery {
  readonly #options: DeliveryOptions;
  /** How many rows were accepted, and how many when a row failed first: whether others pass (OUT-2). */
  #accepted = 0;
  readonly #acceptedAtFirstFault = new Map<number, number>();

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Delivers a queued row as far as it goes now. The turn for its first part has been taken. Stops between parts on `signal`. */
  async deliver(id: number, signal: AbortSignal): Promise<void> {
    const { stores, clock, freezer } = this.#options;
    const row = stores.outbox.get(id);
    if (row?.state !== "queued") return;
    const now = clock.now();
    if (row.expiresAt !== null && row.expiresAt <= now.epochMilliseconds) {
      settleMessage(stores, row, { state: "expired", error: "expired" }, now);
      return;
    }
    const begun = stores.outbox.parts(id).some((part) => part.messageId !== null);
    let fresh: FrozenPart[] | null;
    try {
      fresh = begun ? null : await freezer.freeze(row, now);
    } catch (error) {
      // Words or data that cannot be drawn today cannot be drawn tomorrow: the row must not hold its chat.
      this.#end(row, { decision: { kind: "refuse" }, detail: `not drawn: ${error}` });
      return;
    }
    // Committed before the request, so that a crash finds the row as one whose outcome is not known (OUT-2).
    stores.db.transaction(() => stores.outbox.sending(id, fresh));
    await this.#sendParts({ ...row, attempts: row.attempts + 1 }, signal);
  }

  /** A row that was being sent when the process ended. */
  async recover(row: OutboxRow): Promise<void> {
    const fault: SendFault = { kind: "outcome_unknown", detail: "the process ended while it was being sent" };
    const unsent = this.#options.stores.outbox.parts(row.id).filter((part) => part.messageId === null);
    await this.#endAfterFault(row, unsent, fault, new Set(), { atOnce: true });
  }

  async #sendParts(row: OutboxRow, signal: AbortSignal): Promise<void> {
    const { stores, clock, pace, preferences } = this.#options;
    const parts = stores.outbox.parts(row.id);
    const unsent = parts.filter((part) => part.messageId === null);
    for (const [index, part] of unsent.entries()) {
      if (index > 0 && !(await pace.turn(row.target.chatId, signal))) {
        stores.outbox.release(row.id, "stopped between two parts");
        return;
      }
      const result = await this.#sendPart(row, part, parts[0]?.seq === part.seq);
      if ("fault" in result) {
        await this.#endAfterFault(row, unsent.slice(index), result.fault, result.bare);
        return;
      }
      stores.db.transaction(() => {
        stores.outbox.accepted(row.id, part.seq, result.messageId, clock.now());
        if (index < unsent.length - 1) return;
        settleMessage(stores, row, { state: "sent", messageId: result.messageId }, clock.now());
        if (!preferences.zoneKnown()) askZone(stores, row, clock.now());
      });
    }
    this.#accepted += 1;
    this.#acceptedAtFirstFault.delete(row.id);
  }

  /** Sends one part; what Telegram refuses about its form is left out at once (OUT-5: never silence). */
  async #sendPart(
    row: OutboxRow,
    part: OutboxPart,
    first: boolean,
  ): Promise<{ messageId: number } | { fault: SendFault; bare: Bare }> {
    const bare: Bare = new Set();
    if (!first || row.replyTo === null) bare.add("reply");
    for (;;) {
      try {
        const { message_id } = await this.#request(row, part.body, bare);
        return { messageId: message_id };
      } catch (error) {
        const fault = classifyFault(error);
        const decision = decideAfterFault(this.#facts(row, part.body, bare), fault);
        if (decision.kind !== "send_bare") return { fault, bare };
        this.#options.log.warn(
          { outbox: row.id, without: decision.without, detail: fault.detail },
          "Telegram refused the form of a message",
        );
        bare.add(decision.without);
      } finally {
        this.#options.pace.arrived(row.target.chatId);
      }
    }
  }

  #request(row: OutboxRow, body: FrozenPart, bare: Bare): ReturnType<Api["sendMessage"]> {
    const { api, clock, preferences } = this.#options;
    const { chatId, threadId } = row.target;
    const local = clock.now().toZonedDateTimeISO(preferences.zone()).toPlainTime();
    return api.sendMessage(chatId, body.text, {
      // Telegram's fetch of a link in a model's text would carry data out.
      link_preview_options: { is_disabled: true },
      ...(threadId !== null && { message_thread_id: threadId }),
      ...(keeps(bare, "entities") &&
        body.entities.length > 0 && { entities: body.entities as unknown as MessageEntity[] }),
      ...(keeps(bare, "buttons") &&
        body.keyboard && { reply_markup: { inline_keyboard: body.keyboard } as InlineKeyboardMarkup }),
      ...(keeps(bare, "reply") &&
        row.replyTo !== null && { reply_parameters: { message_id: row.replyTo, allow_sending_without_reply: true } }),
      ...(isSilent(row, preferences.settings().quietHours, local) && { disable_notification: true }),
    });
  }

  async #endAfterFault(
    row: OutboxRow,
    unsent: readonly OutboxPart[],
    fault: SendFault,
    bare: Bare,
    { atOnce = false } = {},
  ): Promise<void> {
    if (!this.#acceptedAtFirstFault.has(row.id)) this.#acceptedAtFirstFault.set(row.id, this.#accepted);
    const decision = decideAfterFault(this.#facts(row, unsent[0]?.body, bare), fault);
    if (decision.kind === "send_bare") return;
    if (decision.kind !== "retry" && decision.kind !== "repeat") this.#acceptedAtFirstFault.delete(row.id);
    // Parts that were accepted stay; what is left says that it may come twice. Nothing accepted yet: the row is drawn anew.
    const marksRest = decision.kind === "repeat" && (unsent[0]?.seq ?? 0) > 0;
    const rest = marksRest
      ? await this.#options.freezer.markRepeated(
          unsent.map((part) => part.body),
          this.#options.clock.now(),
        )
      : undefined;
    this.#end(row, {
      decision: decision.kind === "repeat" && atOnce ? { kind: "repeat", ms: 0 } : decision,
      detail: fault.detail,
      ...(rest && { rest }),
    });
  }

  #facts(row: OutboxRow, body: FrozenPart | undefined, bare: Bare): SendFacts {
    return {
      payload: row.payload,
      attempts: row.attempts,
      repeated: row.repeated,
      inTopic: row.target.threadId !== null,
      formatted: keeps(bare, "entities") && (body?.entities.length ?? 0) > 0,
      buttons: keeps(bare, "buttons") && body?.keyboard !== undefined,
      answers: keeps(bare, "reply"),
      plain: bare.has("everything"),
      othersPassed: this.#accepted > (this.#acceptedAtFirstFault.get(row.id) ?? this.#accepted),
      jitter: this.#options.random.float(),
    };
  }

  #end(row: OutboxRow, end: TryEnd): void {
    const { stores, log, clock } = this.#options;
    endTry(stores, log, row, end, clock.now());
  }
}

function keeps(bare: Bare, what: "entities" | "buttons" | "reply"): boolean {
  return !bare.has(what) && !bare.has("everything");
}
