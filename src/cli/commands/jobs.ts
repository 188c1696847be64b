import type { Command } from "commander";
import { AppError } from "#core/errors.ts";
import type { CliContext } from "../cli-context.ts";
import { withHome } from "../open-home.ts";
import { isoWithOffset, readable, table } from "../output.ts";

/** `vigil jobs` and `vigil jobs ack NAME` (OPS-5). */
export function define(command: Command, context: CliContext): void {
  command.option("--json", "print JSON").action((options: { json?: boolean }) => listJobs(context, options));
  command
    .command("ack <name>")
    .description("mark a job's failure as seen; it changes nothing else")
    .action((name: string) => acknowledge(context, name));
}

function listJobs(context: CliContext, options: { json?: boolean }): Promise<void> {
  return withHome(context, ({ stores, preferences }) => {
    const zone = preferences.zone();
    const jobs = stores.jobs.list();
    if (options.json) {
      const rows = jobs.map((job) => ({
        name: job.name,
        started_at: isoWithOffset(job.startedAt, zone),
        duration_ms: job.durationMs,
        outcome: job.outcome,
        error: job.error,
        acknowledged_at: isoWithOffset(job.acknowledgedAt, zone),
        next_at: isoWithOffset(job.nextAt, zone),
      }));
      context.out(JSON.stringify(rows));
      return;
    }
    const rows = jobs.map((job) => [
      job.name,
      readable(job.startedAt, zone),
      job.durationMs === null ? null : `${job.durationMs} ms`,
      job.outcome === "failed" && job.acknowledgedAt !== null ? "failed (seen)" : job.outcome,
      readable(job.nextAt, zone),
      job.error ?? "",
    ]);
    for (const line of table(["JOB", "LAST RUN", "TOOK", "OUTCOME", "NEXT", "ERROR"], rows)) context.out(line);
  });
}

function acknowledge(context: CliContext, name: string): Promise<void> {
  return withHome(context, ({ stores }) => {
    const job = stores.jobs.get(name);
    if (!job) throw new AppError("no_such_job", `There is no job "${name}".`, { remedy: '"vigil jobs" lists them.' });
    const marked = stores.jobs.acknowledge(name, context.clock.now());
    context.out(marked ? `The failure of ${name} is marked as seen.` : `${name} has no failure to acknowledge.`);
  });
}
