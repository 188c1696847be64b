import type { Check, CheckResult, HealthContext } from "./check.ts";
import { alerts } from "./checks/alerts.ts";
import { chats } from "./checks/chats.ts";
import { clock } from "./checks/clock.ts";
import { homeFolder } from "./checks/home-folder.ts";
import { instance } from "./checks/instance.ts";
import { jobs } from "./checks/jobs.ts";
import { mcp } from "./checks/mcp.ts";
import { model } from "./checks/model.ts";
import { nextDue } from "./checks/next-due.ts";
import { nodeVersion } from "./checks/node-version.ts";
import { outbox } from "./checks/outbox.ts";
import { overdue } from "./checks/overdue.ts";
import { packages } from "./checks/packages.ts";
import { pollerConflict } from "./checks/poller-conflict.ts";
import { pulse } from "./checks/pulse.ts";
import { quarantine } from "./checks/quarantine.ts";
import { schema } from "./checks/schema.ts";
import { settings } from "./checks/settings.ts";
import { storeIntegrity } from "./checks/store-integrity.ts";
import { telegram } from "./checks/telegram.ts";
import { telegramContact } from "./checks/telegram-contact.ts";
import { zone } from "./checks/zone.ts";

/** Every check, in the order in which a cause stands before its consequences. */
export const CHECKS: readonly Check[] = [
  nodeVersion,
  packages,
  homeFolder,
  storeIntegrity,
  schema,
  quarantine,
  settings,
  instance,
  pulse,
  overdue,
  nextDue,
  jobs,
  alerts,
  outbox,
  chats,
  telegramContact,
  pollerConflict,
  telegram,
  clock,
  zone,
  model,
  mcp,
];

/** A check's name with what it found. */
export type Finding = CheckResult & { readonly check: string };

/** Runs the checks, one after the other (OPS-4). One that breaks is a finding itself. `quick` leaves out the slow ones. */
export async function checkHealth(context: HealthContext, options: { quick?: boolean } = {}): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of CHECKS) {
    if (options.quick && check.slow) continue;
    findings.push({ check: check.name, ...(await runCheck(check, context)) });
  }
  return findings;
}

/** The worst state, and the names of the checks that are not ok: the menu's health line. */
export function summarize(findings: readonly Finding[]): { level: CheckResult["state"]; failing: string[] } {
  const failing = findings.filter((finding) => finding.state !== "ok");
  const level = failing.some((finding) => finding.state === "fail") ? "fail" : failing.length > 0 ? "warn" : "ok";
  return { level, failing: failing.map((finding) => finding.check) };
}

async function runCheck(check: Check, context: HealthContext): Promise<CheckResult> {
  try {
    return await check.run(context);
  } catch (error) {
    return { state: "fail", code: "check_failed", params: { reason: (error as Error).message } };
  }
}
