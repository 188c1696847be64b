import type { Command } from "commander";
import { lacksKey, modelName } from "#app/model-name.ts";
import { hasCode } from "#core/errors.ts";
import type { ScheduleRow } from "#core/schedules/schedule-row.ts";
import type { HealthContext } from "#health/check.ts";
import { checkHealth } from "#health/check-health.ts";
import { createTelegramProbe } from "#health/probe-telegram.ts";
import { type Rehearsal, rehearse } from "#health/rehearse.ts";
import { openHome } from "#stores/home/home.ts";
import { runningInstance } from "#stores/home/instance-lock.ts";
import { SettingsStore } from "#stores/settings/settings.ts";
import { openStores, type Stores } from "#stores/stores.ts";
import type { CliContext } from "../cli-context.ts";
import { findingWords } from "../health-words.ts";
import { preferencesOf, withHome } from "../open-home.ts";
import { counted, isoWithOffset, oneLine, readable } from "../output.ts";

/** More firings than this on one day are hardly meant. */
const BUSY_DAY = 50;
/** So much of a schedule's text tells which one it is. */
const MOST_TEXT = 40;
const LABELS = { ok: "ok  ", warn: "warn", fail: "FAIL" } as const;

/** `vigil doctor`: the checks, one a line, exit 1 on any FAIL (OPS-4); `--time` rehearses the schedules (TIME-22). */
export function define(command: Command, context: CliContext): void {
  command
    .option("--time", "rehearse the next 400 days of every schedule instead")
    .option("--json", "print JSON")
    .action((options: { time?: boolean; json?: boolean }) =>
      options.time ? doctorTime(context, options.json === true) : doctor(context, options.json === true),
    );
}

async function doctor(context: CliContext, json: boolean): Promise<void> {
  const { health, close } = openForDoctor(context);
  for (const line of context.config().warnings) context.err(line);
  try {
    const zone = health.preferences?.zone() ?? "UTC";
    const findings = (await checkHealth(health)).map((finding) => ({ ...finding, ...findingWords(finding, zone) }));
    if (findings.some((finding) => finding.state === "fail")) context.exit(1);
    if (json) {
      context.out(JSON.stringify(findings));
      return;
    }
    const width = Math.max(...findings.map((finding) => finding.check.length));
    for (const { state, check, says, remedy } of findings) {
      const todo = state === "ok" || remedy === "" ? "" : `; ${remedy}`;
      context.out(`${LABELS[state]}  ${check.padEnd(width)}  ${says}${todo}`);
    }
  } finally {
    close();
  }
}

/** Opens what can be opened: a store that cannot is what the doctor has to tell about. */
function openForDoctor(context: CliContext): { health: HealthContext; close: () => void } {
  const config = context.config();
  const home = openHome(config.home, { create: false });
  const settings = new SettingsStore(home.settings);
  let stores: Stores | null = null;
  let fault: { storeFault: NonNullable<HealthContext["storeFault"]> } | undefined;
  try {
    stores = openStores({ file: home.store, release: context.version, migrate: false });
  } catch (error) {
    if (!hasCode(error, "store_newer", "store_outdated", "store_damaged", "store_io", "home_unwritable", "disk_full"))
      throw error;
    fault = { storeFault: { code: error.code, message: error.message, remedy: error.remedy } };
  }
  const running = runningInstance(home);
  const health: HealthContext = {
    now: context.clock.now(),
    home,
    checkout: context.checkout,
    node: process.versions.node,
    stores,
    ...fault,
    settings,
    environment: config.environment,
    preferences: preferencesOf(config, settings, stores ?? undefined),
    instance: running && (running.facts ?? {}),
    version: context.version,
    model: { name: modelName(config.model), keyMissing: lacksKey(config) },
    telegram: config.botToken
      ? createTelegramProbe({ token: config.botToken, apiRoot: config.apiRoot, clock: context.clock })
      : null,
  };
  return { health, close: () => stores?.db.close() };
}

function doctorTime(context: CliContext, json: boolean): Promise<void> {
  return withHome(context, ({ stores, preferences }) => {
    const rows = stores.schedules.live().filter((row) => row.state === "pending");
    const zone = preferences.zone();
    const rehearsal = rehearse(rows, context.clock.now(), zone, BUSY_DAY);
    if (rehearsal.broken.length > 0) context.exit(1);
    if (json) context.out(JSON.stringify(timeJson(rehearsal, zone)));
    else for (const line of timeLines(rehearsal, rows, zone)) context.out(line);
  });
}

function timeJson(rehearsal: Rehearsal, zone: string): Record<string, unknown> {
  return {
    days: rehearsal.days,
    firings: rehearsal.firings,
    shifts: rehearsal.shifts.map((shift) => ({ ...shift, at: isoWithOffset(shift.at, shift.zone) })),
    collisions: rehearsal.collisions.map((collision) => ({
      ...collision,
      first: isoWithOffset(collision.first, zone),
    })),
    busy_days: rehearsal.busyDays,
    broken: rehearsal.broken,
  };
}

function timeLines(rehearsal: Rehearsal, rows: readonly ScheduleRow[], zone: string): string[] {
  const shifted = {
    gap: "its time does not exist then: it fires when the clock has moved",
    fold: "its time comes twice then: it fires at the first",
  };
  const texts = new Map(rows.map((row) => [row.id, oneLine(row.name ?? row.text, MOST_TEXT)]));
  const named = (id: string): string => `${id} (${texts.get(id)})`;
  const at = (instant: Temporal.Instant, where: string): string => readable(instant.epochMilliseconds, where);
  return [
    `${LABELS.ok}  ${counted(rows.length, "schedule")}, ${counted(rehearsal.firings, "firing")} in ${rehearsal.days} days`,
    ...rehearsal.shifts.map(
      (s) =>
        `${LABELS.warn}  ${named(s.id)} meets a change of the clock at ${at(s.at, s.zone)} (${s.zone}); ${shifted[s.kind]}`,
    ),
    ...rehearsal.collisions.map(
      (c) =>
        `${LABELS.warn}  ${c.ids.map(named).join(", ")} fire together ${c.times === 1 ? `once, at ${at(c.first, zone)}` : `${c.times} times, first at ${at(c.first, zone)}`}; move one of them if that is not meant`,
    ),
    ...rehearsal.busyDays.map(
      (d) => `${LABELS.warn}  ${d.day} has ${d.firings} firings, more than ${BUSY_DAY}; see "vigil remind list"`,
    ),
    ...rehearsal.broken.map((id) => `${LABELS.fail}  ${named(id)} cannot be computed; set it anew`),
  ];
}
