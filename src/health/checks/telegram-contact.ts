import type { Check } from "../check.ts";

/** A long poll takes half a minute; two minutes without one are a fault (G15). */
const LATE_SECONDS = 120;

/** `getUpdates` returns: a process that lives on without it is deaf. */
export const telegramContact: Check = {
  name: "contact",
  run: ({ stores, instance, now }) => {
    if (!instance) return { state: "ok", code: "contact_not_running" };
    const at = stores?.meta.get("telegram_contact_at");
    if (at === undefined) {
      // The first long poll of a quiet bot takes its time.
      const started = instance.startedAt === undefined ? now : Temporal.Instant.from(instance.startedAt);
      const late = now.since(started).total("seconds") > LATE_SECONDS;
      return { state: late ? "fail" : "ok", code: "contact_never" };
    }
    const seconds = Math.round((now.epochMilliseconds - Number(at)) / 1_000);
    const late = seconds > LATE_SECONDS;
    return { state: late ? "fail" : "ok", code: late ? "contact_late" : "contact_ok", params: { seconds } };
  },
};
