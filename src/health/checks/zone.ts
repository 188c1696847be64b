import type { Check } from "../check.ts";

/** Somebody has said where the owner is (TG-17). */
export const zone: Check = {
  name: "zone",
  run: ({ preferences, now }) => {
    if (!preferences?.zoneKnown()) return { state: "warn", code: "zone_unknown" };
    const local = now.toZonedDateTimeISO(preferences.zone());
    const time = local.toPlainTime().toString({ smallestUnit: "minute" });
    return { state: "ok", code: "zone_ok", params: { zone: local.timeZoneId, time } };
  },
};
