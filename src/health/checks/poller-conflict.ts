import type { Check } from "../check.ts";

const RECENT_MINUTES = 10;

/** Another process polls with the same token (TG-16): each takes updates away from the other. */
export const pollerConflict: Check = {
  name: "poller",
  run: ({ stores, now }) => {
    const at = Number(stores?.meta.get("poller_conflict_at") ?? Number.NEGATIVE_INFINITY);
    const minutes = Math.floor((now.epochMilliseconds - at) / 60_000);
    const conflict = minutes < RECENT_MINUTES;
    return conflict
      ? { state: "fail", code: "poller_conflict", params: { minutes } }
      : { state: "ok", code: "poller_alone" };
  },
};
