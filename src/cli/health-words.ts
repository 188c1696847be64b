import type { HealthCode } from "#health/check.ts";
import type { Finding } from "#health/check-health.ts";

type Params = Readonly<Record<string, string | number>>;
/** What was found, and what to do about it where there is something to do. */
type Words = readonly [says: (p: Params) => string, remedy?: (p: Params) => string];

const RUN = 'run "vigil start"';

const WORDS: Readonly<Record<HealthCode, Words>> = {
  node_ok: [(p) => `Node ${p.version}`],
  node_old: [
    (p) => `this is Node ${p.version}; Vigil needs ${p.needed}`,
    () => 'run "npm install" and start it with bin/vigil.mjs or npm start',
  ],
  packages_ok: [(p) => `${p.count} packages as pinned`],
  packages_missing: [(p) => `not installed: ${p.packages}`, () => 'run "npm install" in the checkout'],
  packages_differ: [(p) => `not the pinned versions: ${p.packages}`, () => 'run "npm ci" in the checkout'],
  home_ok: [(p) => `${p.path} is writable, ${p.free} MiB free`],
  home_open_to_others: [(p) => `${p.path} can be read by other users`, (p) => `run "chmod 700 ${p.path}"`],
  home_unwritable: [
    (p) => `${p.path} cannot be written (${p.reason})`,
    () => "give the folder to the user that runs Vigil",
  ],
  disk_low: [(p) => `${p.free} MiB are free on the disk of ${p.path}`, () => "free some space"],
  disk_almost_full: [
    (p) => `only ${p.free} MiB are free on the disk of ${p.path}`,
    () => "free some space now: nothing can be stored on a full disk",
  ],
  store_ok: [(p) => `${p.path} is sound`],
  store_damaged: [
    (p) => `${p.path} is damaged (${p.reason})`,
    (p) => String(p.remedy) || "stop Vigil and put the newest copy from data/backups in its place",
  ],
  store_unavailable: [(p) => String(p.reason ?? "the store cannot be opened"), (p) => String(p.remedy ?? "")],
  schema_ok: [(p) => `schema ${p.schema}`],
  schema_differs: [(p) => `the store has schema ${p.schema}, this code ${p.code}`, () => `${RUN} with the newer code`],
  quarantine_empty: [() => "no row is set aside"],
  quarantine_rows: [
    (p) => `${p.count} rows cannot be read and are skipped: ${p.rows}`,
    () => "the rows are kept; a newer release may read them, and a report with their reasons helps",
  ],
  instance_running: [(p) => `process ${p.pid} since ${p.since}, version ${p.running}`],
  instance_none: [() => "Vigil does not run", () => RUN],
  instance_other_version: [
    (p) => `process ${p.pid} runs version ${p.running}, this is ${p.version}`,
    () => "restart it",
  ],
  pulse_alive: [(p) => `the runner's last pulse was ${p.seconds} s ago`],
  pulse_late: [
    (p) => `the runner's last pulse was ${p.seconds} s ago`,
    () => "restart Vigil, and look into its log for the reason",
  ],
  pulse_none: [() => "the runner has no pulse", () => "restart Vigil, and look into its log for the reason"],
  pulse_not_running: [() => "Vigil does not run, so there is no pulse"],
  overdue_none: [() => "nothing is overdue"],
  overdue_rows: [
    (p) => `${p.count} rows are overdue: ${p.ids}`,
    () => "restart Vigil, and look into its log for the reason",
  ],
  overdue_waiting_for_start: [(p) => `${p.count} rows came due while Vigil did not run: ${p.ids}`, () => RUN],
  next_due: [(p) => String(p.rows)],
  next_due_none: [() => "nothing is set"],
  outbox_empty: [() => "nothing waits"],
  outbox_waiting: [(p) => `${p.waiting} messages wait`],
  outbox_stuck: [
    (p) => `${p.waiting} messages wait, the oldest for ${p.minutes} minutes`,
    () => "see the Telegram checks below",
  ],
  outbox_undelivered: [
    (p) => `${p.count} messages could not be delivered within a day (${p.reason})`,
    () => "see the reason; nothing sends them again",
  ],
  chats_ok: [(p) => `${p.count} chats, none blocked or muted`],
  chats_blocked: [
    (p) => `the bot may not write in: ${p.chats}`,
    () => "unblock it there, or add it again; what waits goes out then",
  ],
  chats_muted: [
    (p) => `Telegram asks for silence in: ${p.chats}`,
    () => "nothing to do: what waits goes out afterwards",
  ],
  contact_ok: [(p) => `Telegram answered ${p.seconds} s ago`],
  contact_late: [
    (p) => `Telegram has not answered for ${p.seconds} s`,
    () => "check the network, and that no other process uses the token",
  ],
  contact_never: [() => "Telegram has not answered yet", () => "check the token and the network if it stays so"],
  contact_not_running: [() => "Vigil does not run, so Telegram is not asked"],
  poller_alone: [() => "no other process reads the bot's messages"],
  poller_conflict: [
    (p) => `another process read the bot's messages ${p.minutes} minutes ago`,
    () => "stop it, or revoke the token at @BotFather if it is not yours",
  ],
  telegram_ok: [(p) => `the token is valid for @${p.bot}, no webhook is set`],
  telegram_playground: [() => "no token is set: the playground is used"],
  telegram_token_wrong: [
    () => "Telegram refuses the token",
    () => "copy it again from @BotFather into TELEGRAM_BOT_TOKEN",
  ],
  telegram_refused: [(p) => `Telegram refuses: ${p.status} ${p.description}`],
  telegram_unreachable: [
    (p) => `Telegram cannot be reached (${p.reason})`,
    () => "check the network, and TELEGRAM_API_ROOT if it is set",
  ],
  telegram_webhook: [
    (p) => `a webhook to ${p.host} takes the messages away`,
    () => "remove it with deleteWebhook, or use another bot",
  ],
  clock_ok: [(p) => `the clock agrees with Telegram's within ${Number(p.seconds) + 1} s`],
  clock_drift: [
    (p) => `the clock differs from Telegram's by ${p.seconds} s`,
    () => "turn on time synchronisation (timedatectl set-ntp true)",
  ],
  clock_unknown: [() => "the clock has nothing to be compared with"],
  zone_ok: [(p) => `${p.zone}, where it is ${p.time}`],
  zone_unknown: [
    () => "nobody has said where the owner is; UTC is used",
    () => "choose a zone with /timezone, or set VIGIL_TIMEZONE",
  ],
  model_ok: [(p) => `${p.model}, its last turn was fine`],
  model_offline: [() => "offline: set VIGIL_MODEL for a real one"],
  model_key_missing: [(p) => `${p.model} has no key`, () => "set the provider's key, such as OPENAI_API_KEY, in .env"],
  model_failing: [
    (p) => `the last turn with ${p.model} failed: ${p.reason}`,
    () => "see the reason; reminders still arrive as their own text",
  ],
  mcp_none: [() => "no MCP server is configured"],
  mcp_ok: [(p) => `${p.count} MCP servers are configured`],
  mcp_variables_missing: [
    (p) => `MCP servers name variables that are not set: ${p.servers}`,
    () => "set them in .env or in the environment, and restart",
  ],
  mcp_failing: [
    (p) => `MCP servers that could not be used when they were last tried: ${p.servers}`,
    () => "see the reason; the next call tries again",
  ],
  jobs_ok: [() => "no job has failed"],
  jobs_failed: [(p) => `failed: ${p.jobs}`, () => 'see the reason, then "vigil jobs ack NAME"'],
  alerts_none: [() => "nothing is wrong that was told"],
  alerts_open: [(p) => `${p.count} failures go on: ${p.alerts}`, () => "the owner was told; see to the cause"],
  alerts_untold: [
    (p) => `${p.count} failures go on, ${p.untold} of them untold: ${p.alerts}`,
    () => "no owner can be reached in private: write to the bot, or let it in again",
  ],
  settings_ok: [() => "every field is valid"],
  settings_invalid: [
    (p) => `not used as written: ${p.fields}`,
    () => "correct them; docs/configuration.md says what is accepted",
  ],
  settings_damaged: [
    (p) => `${p.path} cannot be read: ${p.reason}; defaults are used and optional jobs wait`,
    () => "repair the file, or move it away to begin with the defaults",
  ],
  check_failed: [(p) => `the check itself failed: ${p.reason}`, () => "this is a fault of Vigil; a report helps"],
};

/** A finding in English: what is, and what to do; an empty remedy where there is nothing to do. */
export function findingWords(finding: Finding): { says: string; remedy: string } {
  const [says, remedy] = WORDS[finding.code];
  const params = finding.params ?? {};
  return { says: says(params), remedy: remedy?.(params) ?? "" };
}
