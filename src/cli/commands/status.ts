import type { Command } from "commander";
import type { Config } from "#app/config.ts";
import { modelName } from "#app/model-name.ts";
import { runningInstance } from "#stores/home/instance-lock.ts";
import { Pulse } from "#stores/home/pulse.ts";
import type { CliContext } from "../cli-context.ts";
import { type OpenedHome, withHome } from "../open-home.ts";
import { counted, isoWithOffset, readable } from "../output.ts";

/** `vigil status`: what runs, costs and waits. */
export function define(command: Command, context: CliContext): void {
  command.option("--json", "print JSON").action((options: { json?: boolean }) =>
    withHome(context, (opened) => {
      const status = statusOf(opened, context.config(), context.clock.now());
      if (options.json) context.out(JSON.stringify(status));
      else for (const line of statusLines(status, opened.preferences.zone())) context.out(line);
    }),
  );
}

type Status = ReturnType<typeof statusOf>;

function statusOf({ home, stores, preferences }: OpenedHome, config: Config, now: Temporal.Instant) {
  const zone = preferences.zone();
  const instance = runningInstance(home);
  const today = now.toZonedDateTimeISO(zone).startOfDay();
  const usage = (since: Temporal.ZonedDateTime) => {
    const { turns, inputTokens, outputTokens } = stores.turns.usageSince(since.toInstant());
    return { turns, input_tokens: inputTokens, output_tokens: outputTokens };
  };
  const backlog = stores.outbox.backlog(now);
  const age = new Pulse(home.tick).age(now);
  return {
    running: instance !== null,
    pid: instance?.facts?.pid ?? null,
    version: instance?.facts?.version ?? null,
    started_at: instance?.facts ? isoWithOffset(Temporal.Instant.from(instance.facts.startedAt), zone) : null,
    page_url: instance?.facts?.pageUrl ?? null,
    home: home.root,
    model: modelName(config.model),
    zone,
    locale: preferences.locale(),
    pulse_age_ms: age === null ? null : Math.round(age),
    owners: stores.owners.list().length,
    sessions: stores.sessions.list().length,
    turns_running: stores.turns.running().length,
    schedules_live: stores.schedules.countLive(),
    next_run_at: isoWithOffset(stores.schedules.nextDue(), zone),
    outbox_waiting: backlog.waiting,
    outbox_held: backlog.held.reduce((sum, chat) => sum + chat.rows, 0),
    jobs_failed: stores.jobs
      .list()
      .filter((job) => job.outcome === "failed" && job.acknowledgedAt === null)
      .map((job) => job.name),
    today: usage(today),
    month: usage(today.with({ day: 1 })),
  };
}

function statusLines(status: Status, zone: string): string[] {
  const usage = (u: Status["today"]): string =>
    `${counted(u.turns, "turn")}, ${u.input_tokens} tokens in, ${u.output_tokens} out`;
  const at = (iso: string): string => readable(Temporal.Instant.from(iso).epochMilliseconds, zone);
  const since =
    status.started_at === null
      ? ""
      : `, process ${status.pid} since ${at(status.started_at)}, version ${status.version}`;
  const next = status.next_run_at === null ? "" : `, next ${at(status.next_run_at)}`;
  const failed = status.jobs_failed.length === 0 ? "none failed" : `failed: ${status.jobs_failed.join(", ")}`;
  return [
    `Vigil      ${status.running ? `runs${since}` : "does not run"}`,
    ...(status.page_url === null ? [] : [`Page       ${status.page_url}`]),
    `Home       ${status.home}`,
    `Model      ${status.model}`,
    `Zone       ${status.zone}, language ${status.locale}`,
    `Owners     ${status.owners}, sessions ${status.sessions}`,
    `Turns      ${status.turns_running} running`,
    `Today      ${usage(status.today)}`,
    `Month      ${usage(status.month)}`,
    `Schedules  ${status.schedules_live} live${next}`,
    `Outbox     ${status.outbox_waiting} waiting${status.outbox_held > 0 ? `, ${status.outbox_held} of them in blocked or muted chats` : ""}`,
    `Jobs       ${failed}`,
  ];
}
