import type { ToolSet } from "ai";
import type { Card } from "#core/outbox/payload.ts";
import type { Clock, Locale, Log, Random, TurnObserver, TurnRef } from "#core/ports.ts";
import type { Stores } from "#stores/stores.ts";
import type { Fault } from "./faults.ts";
import type { ResolvedModel } from "./models/resolve-model.ts";
import type { AiSdk } from "./sdk.ts";
import type { ExecutionGuard } from "./tools/guard-execution.ts";
import type { TurnLimits } from "./turn-result.ts";
import type { UsageMeter } from "./usage.ts";

/** What a turn needs of the process. */
export interface TurnContext {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly observer: TurnObserver;
  readonly preferences: { locale(): Locale; zone(): string };
  limits(): TurnLimits;
  /** The tools of a turn; each reports the times it sets to `onCard`. */
  tools(ai: AiSdk, turn: TurnRef, guard: ExecutionGuard, onCard: (card: Card) => void): ToolSet;
}

/** Why a turn's model call is broken off from our side. */
export type BreakOff =
  | { readonly kind: "stopped" }
  | { readonly kind: "fault"; readonly fault: Fault }
  /** New input came before anything was shown: the call is made again with both (TG-4). */
  | { readonly kind: "restart" };

/** What the running turn shares with its attempts. */
export interface TurnState {
  readonly turn: TurnRef;
  readonly ai: AiSdk;
  readonly model: ResolvedModel;
  readonly tools: ToolSet;
  readonly limits: TurnLimits;
  readonly meter: UsageMeter;
  /** A chat turn takes in what arrives; a reminder's does not (REM-15). */
  readonly steered: boolean;
  /** What a reminder is about. */
  readonly dueText: string | undefined;
  stepsLeft: number;
  budgetTokens: number;
  /** The last visible text of a finished step: some models write their answer beside a call and then nothing more. */
  lastText: string;
}
