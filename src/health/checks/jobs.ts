import type { Check } from "../check.ts";

/** Jobs whose last run failed and that nobody has acknowledged (OPS-5). */
export const jobs: Check = {
  name: "jobs",
  run: ({ stores }) => {
    const all = stores?.jobs.list() ?? [];
    const failed = all.filter((job) => job.outcome === "failed" && job.acknowledgedAt === null);
    const listed = failed.map((job) => `${job.name} (${job.error})`).join(", ");
    return failed.length > 0
      ? { state: "warn", code: "jobs_failed", params: { count: failed.length, jobs: listed } }
      : { state: "ok", code: "jobs_ok", params: { count: all.length } };
  },
};
