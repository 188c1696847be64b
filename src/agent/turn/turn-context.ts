import type { ToolSet } from "ai";
import type { TimeCard } from "#core/outbox/payload.ts";
import type { Clock, Locale, Log, Random, Target, TurnObserver, TurnRef, Wake } from "#core/ports.ts";
import type { Redactor } from "#core/redact/redactor.ts";
import type { Approval, NewApproval } from "#stores/sessions/approvals.ts";
import type { TurnUsage } from "#stores/sessions/turns.ts";
import type { Stores } from "#stores/stores.ts";
import type { GateRule } from "../approvals/gate-tools.ts";
import type { Taint } from "../context/taint.ts";
import type { ResolvedModel } from "../models/resolve-model.ts";
import type { AiSdk } from "../models/sdk.ts";
import type { UsageMeter } from "../usage/usage.ts";
import type { Fault } from "./faults.ts";
import type { ExecutionGuard } from "./guard-execution.ts";
import type { TurnLimits } from "./turn-result.ts";

/** What a turn needs of the process. */
export interface TurnContext {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly random: Random;
  readonly wake: Wake;
  readonly log: Log;
  readonly observer: TurnObserver;
  readonly preferences: { locale(): Locale; zone(): string };
  readonly redactor: Redactor;
  limits(): TurnLimits;
  /** The owner's own instructions, and a word about them if they were cut (AGT-20). */
  ownerInstructions(): string;
  /** The bytes of a kept picture as base64, for a model that sees. */
  picture(name: string): string | undefined;
  /** What the tokens of a turn cost in US dollars; null if the model has no known price. */
  costOf(usage: Pick<TurnUsage, "inputTokens" | "outputTokens">): number | null;
  tools(ai: AiSdk, turn: ToolTurn): TurnTools;
}

/** What tools need of the turn that calls them. */
export interface ToolTurn {
  readonly ref: TurnRef;
  readonly guard: ExecutionGuard;
  readonly taint: Taint;
  /** Random for each turn, so that text from outside cannot close the mark that it stands in (AGT-8). */
  readonly marker: string;
  /** Is told of every time that a tool sets. */
  onCard(card: TimeCard): void;
}

/** The tools of a turn, and when each asks the owner first. */
export interface TurnTools {
  readonly tools: ToolSet;
  readonly rules: Readonly<Record<string, GateRule>>;
}

/** What a turn is about, beside its history. */
export interface TurnPurpose {
  /** The reminder whose turn it is, and where its message goes. */
  readonly firing?: { readonly id: number; readonly text: string; readonly target: Target };
  /** The call that the owner allowed: it is carried out before the model goes on (AGT-7). */
  readonly approved?: Approval;
  /** One step of a helper alone (REM-40); in its `last` one the model has to answer. */
  readonly helperStep?: "open" | "last";
}

/** Why a turn's model call is broken off from our side. */
export type BreakOff =
  | { readonly kind: "stopped" }
  | { readonly kind: "fault"; readonly fault: Fault }
  /** Nobody is there to ask: the turn ends, and the decision begins another (AGT-7). */
  | { readonly kind: "waiting"; readonly approval: NewApproval }
  /** New input came before anything was shown: the call is made again with both (TG-4). */
  | { readonly kind: "restart" };

/** What the running turn shares with its attempts. */
export interface TurnState {
  readonly turn: TurnRef;
  readonly ai: AiSdk;
  readonly model: ResolvedModel;
  readonly tools: ToolSet;
  readonly taint: Taint;
  readonly marker: string;
  readonly limits: TurnLimits;
  readonly meter: UsageMeter;
  /** A chat turn takes in what arrives; a reminder's does not (REM-15). */
  readonly steered: boolean;
  /** What a reminder is about. */
  readonly dueText: string | undefined;
  /** The last step may call tools: another run goes on from there. */
  readonly staysOpen: boolean;
  stepsLeft: number;
  budgetTokens: number;
  /** The last visible text of a finished step: some models write their answer beside a call and then nothing more. */
  lastText: string;
}
