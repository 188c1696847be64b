import { HealthFacts } from "#stores/database/health-facts.ts";
import type { Check } from "../check.ts";

/** Which model answers, and how its last turn ended. Asking it anything would cost money. */
export const model: Check = {
  name: "model",
  run: ({ stores, model: { name, keyMissing } }) => {
    if (keyMissing) return { state: "fail", code: "model_key_missing", params: { model: name } };
    const last = stores ? new HealthFacts(stores.db).lastTurn() : undefined;
    if (last?.error)
      return {
        state: "warn",
        code: "model_failing",
        params: { model: last.model, reason: last.error, at: last.endedAt },
      };
    return { state: "ok", code: name === "offline" ? "model_offline" : "model_ok", params: { model: name } };
  },
};
