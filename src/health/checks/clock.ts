import type { Check } from "../check.ts";

const DRIFT_SECONDS = 5;

/** The host's clock against the Date header of Telegram's answer: reminders are as right as it is. */
export const clock: Check = {
  name: "clock",
  slow: true,
  run: async ({ telegram }) => {
    const answer = await telegram?.("getMe");
    if (answer?.kind !== "ok" || !answer.serverTime) return { state: "ok", code: "clock_unknown" };
    // The header has whole seconds and is from some instant between request and answer.
    const server = answer.serverTime.epochMilliseconds;
    const behind = server - answer.answeredAt.epochMilliseconds;
    const ahead = answer.askedAt.epochMilliseconds - (server + 1_000);
    const seconds = Math.max(0, Math.round(Math.max(behind, ahead) / 1_000));
    const drifts = seconds > DRIFT_SECONDS;
    return { state: drifts ? "warn" : "ok", code: drifts ? "clock_drift" : "clock_ok", params: { seconds } };
  },
};
