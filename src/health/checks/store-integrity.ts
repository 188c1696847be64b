import { checkIntegrity } from "#stores/database/health-facts.ts";
import type { Check } from "../check.ts";

/** The store's structure is sound (OPS-3). Reads all of it. */
export const storeIntegrity: Check = {
  name: "store",
  slow: true,
  run: ({ home, stores, storeFault }) => {
    if (!stores) {
      const { code = "", message = "", remedy = "" } = storeFault ?? {};
      return {
        state: "fail",
        code: code === "store_damaged" ? "store_damaged" : "store_unavailable",
        params: { path: home.store, reason: message, remedy },
      };
    }
    const findings = checkIntegrity(home.store);
    return findings === "ok"
      ? { state: "ok", code: "store_ok", params: { path: home.store } }
      : { state: "fail", code: "store_damaged", params: { path: home.store, reason: findings, remedy: "" } };
  },
};
