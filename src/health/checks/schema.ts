import { SCHEMA, storeVersion } from "#stores/database/migrate.ts";
import type { Check } from "../check.ts";

/** The store's schema is this code's (OPS-2). A newer one that is readable still works. */
export const schema: Check = {
  name: "schema",
  run: ({ stores }) => {
    if (!stores) return { state: "fail", code: "schema_differs", params: { schema: "?", code: SCHEMA } };
    const found = storeVersion(stores.db)?.schema ?? 0;
    return {
      state: found === SCHEMA ? "ok" : "warn",
      code: found === SCHEMA ? "schema_ok" : "schema_differs",
      params: { schema: found, code: SCHEMA },
    };
  },
};
