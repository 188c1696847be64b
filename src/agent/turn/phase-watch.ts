import type { Clock } from "#core/ports.ts";
import type { ResolvedModel } from "../models/resolve-model.ts";
import type { ModelCallWatcher } from "../models/watch-model.ts";
import { Countdown } from "./countdown.ts";
import type { Fault, FaultCode } from "./faults.ts";
import type { TurnLimits } from "./turn-result.ts";

/**
 * The limits of a model call, phase by phase (AGT-10). `onAnswering` is told whether the provider has begun its answer.
 */
export function phaseWatch(
  limits: TurnLimits,
  model: ResolvedModel,
  clock: Clock,
  breakOff: (fault: Fault) => void,
  onAnswering: (answering: boolean) => void,
): { watcher: ModelCallWatcher; stop(): void } {
  let code: FaultCode = "timeout_connect";
  const countdown = new Countdown(clock, () => breakOff({ code, detail: "a time limit was reached" }));
  const enter = (next: FaultCode, seconds: number) => {
    code = next;
    countdown.restart(seconds);
  };
  return {
    watcher: {
      called: () => {
        onAnswering(false);
        if (model.headersWithFirstToken) enter("timeout_first_token", limits.firstToken);
        else enter("timeout_connect", limits.connect);
      },
      answered: () => {
        onAnswering(true);
        enter("timeout_first_token", limits.firstToken);
      },
      progressed: () => enter("timeout_stall", limits.stall),
      ended: () => countdown.stop(),
    },
    stop: () => countdown.stop(),
  };
}
