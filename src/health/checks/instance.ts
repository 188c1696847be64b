import type { Check } from "../check.ts";

/** A process runs over the home, with this code (OPS-1). */
export const instance: Check = {
  name: "process",
  run: ({ instance, version }) => {
    if (!instance) return { state: "warn", code: "instance_none" };
    const params = {
      pid: instance.pid ?? "?",
      since: instance.startedAt ?? "?",
      running: instance.version ?? "?",
      version,
    };
    // Facts that are not written yet belong to a process that is just starting.
    const other = instance.version !== undefined && instance.version !== version;
    return { state: other ? "warn" : "ok", code: other ? "instance_other_version" : "instance_running", params };
  },
};
