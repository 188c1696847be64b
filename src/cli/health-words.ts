import type { HealthCode } from "#health/check.ts";
import type { Finding } from "#health/check-health.ts";
import { counted, readable } from "./output.ts";

type Params = Readonly<Record<string, string | number>>;
/** What was found, and what to do about it where there is something to do. */
type Words = readonly [says: (p: Params) => string, remedy?: (p: Params) => string];

/** The number of a finding with its noun. */
const many = (n: string | number | undefined, one: string): string => counted(Number(n), one);

const RUN = 'run "vigil start"';

const WORDS: Readonly<Record<HealthCode, Words>> = {
  node_ok: [(p) => `Node ${p.version}`],
  node_old: [
    (p) => `this is Node ${p.version}; Vigil needs ${p.needed}`,
    () => 'run "npm install" and start it with bin/vigil.mjs or npm start',
  ],
  packages_ok: [(p) => `${many(p.count, "package")} as pinned`],
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
    (p) => `${many(p.count, "row")} cannot be read and skipped: ${p.rows}`,
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
    (p) => `${many(p.count, "row")} overdue: ${p.ids}`,
    () => "restart Vigil, and look into its log for the reason",
  ],
  overdue_waiting_for_start: [(p) => `${many(p.count, "row")} came due while Vigil did not run: ${p.ids}`, () => RUN],
  next_due: [(p) => String(p.rows)],
  next_due_none: [() => "nothing is set"],
  outbox_empty: [() => "nothing waits"],
  outbox_waiting: [(p) => `${many(p.waiting, "message")} waiting`],
  outbox_stuck: [
    (p) => `${many(p.waiting, "message")} waiting, the oldest for ${many(p.minutes, "minute")}`,
    () => "see the Telegram checks below",
  ],
  outbox_undelivered: [
    (p) => `${many(p.count, "message")} could not be delivered within a day (${p.reason})`,
    () => "see the reason; nothing sends them again",
  ],
  chats_ok: [(p) => `${many(p.count, "chat")}, none blocked or muted`],
  chats_blocked: [
    (p) => `the bot may not write in: ${p.chats}`,
    () => "unblock it there, or add it again; what waits goes out then",
  ],
  chats_muted: [
    (p) => `Telegram asks for silence until ${p.until} in: ${p.chats}`,
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
    (p) => `another process read the bot's messages ${many(p.minutes, "minute")} ago`,
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
  mcp_ok: [(p) => `${many(p.count, "MCP server")} configured`],
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
  alerts_open: [
    (p) => `${many(p.count, "failure")} not over yet: ${p.alerts}`,
    () => "the owner was told; see to the cause",
  ],
  alerts_untold: [
    (p) => `${many(p.count, "failure")} not over yet, ${p.untold} untold: ${p.alerts}`,
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

/** A finding in English: what is, and what to do; an empty remedy where there is nothing to do. Instants are in `zone`. */
export function findingWords(finding: Finding, zone: string): { says: string; remedy: string } {
  const [says, remedy] = WORDS[finding.code];
  const params = withReadableTimes(finding.params ?? {}, zone);
  return { says: says(params), remedy: remedy?.(params) ?? "" };
}

function withReadableTimes(params: Params, zone: string): Params {
  const { since, until } = params;
  return {
    ...params,
    ...(typeof since === "string" &&
      since !== "?" && { since: readable(Temporal.Instant.from(since).epochMilliseconds, zone) }),
    ...(typeof until === "number" && { until: timeOfDay(until, zone) }),
  };
}

/** `HH:MM` on the wall clock of `zone`: a chat is muted for hours at most. */
function timeOfDay(at: number, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  return local.toPlainTime().toString({ smallestUnit: "minute", roundingMode: "ceil" });
}
