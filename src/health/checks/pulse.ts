import { PULSE_ALIVE_MS, Pulse } from "#stores/home/pulse.ts";
import type { Check } from "../check.ts";

/** The dispatcher makes its passes (REM-4). */
export const pulse: Check = {
  name: "pulse",
  run: ({ home, instance, now }) => {
    const age = new Pulse(home.tick).age(now);
    const seconds = age === null ? 0 : Math.round(age / 1_000);
    if (!instance) return { state: "ok", code: "pulse_not_running", params: { seconds } };
    if (age === null) return { state: "fail", code: "pulse_none" };
    const alive = age < PULSE_ALIVE_MS;
    return { state: alive ? "ok" : "fail", code: alive ? "pulse_alive" : "pulse_late", params: { seconds } };
  },
};
