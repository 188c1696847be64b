import type { Check } from "../check.ts";

/** Every field of `settings.json` is used as it is written (SET-1). */
export const settings: Check = {
  name: "settings",
  run: ({ home, settings: store }) => {
    const { damaged, diagnostics } = store.read();
    if (damaged !== null)
      return { state: "fail", code: "settings_damaged", params: { path: home.settings, reason: damaged } };
    const listed = diagnostics.map((d) => `${d.key} (${d.reason}; used: ${JSON.stringify(d.used)})`).join("; ");
    return diagnostics.length > 0
      ? { state: "warn", code: "settings_invalid", params: { count: diagnostics.length, fields: listed } }
      : { state: "ok", code: "settings_ok" };
  },
};
