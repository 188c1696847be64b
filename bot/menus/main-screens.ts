import type { BotParts } from "../context/bot-context.ts";
import { ownerWords } from "../context/owner-words.ts";
import { rowTitle, rowWords } from "../context/row-words.ts";
import type { Screen } from "./screen.ts";

/** The first screen, with the line about Vigil's health, and the jobs (TG-10). */
export function mainScreens(parts: BotParts): [Screen, Screen] {
  const { stores, preferences, health, clock } = parts;
  const { t, moment } = ownerWords(parts);
  const { lastFact } = rowWords(parts);

  const healthLine = async (): Promise<string> => {
    const { level, failing } = await health();
    const until = stores.pause.until(clock.now());
    const lines = [
      t("menu-health", { level, checks: failing.map((name) => t("health-check", { name })).join(t("time-join")) }),
    ];
    return (until === null ? lines : [...lines, t("menu-paused", { until: moment(until) })]).join("\n");
  };

  const main: Screen = {
    id: "main",
    start: "0",
    fingerprint: () => preferences.locale(),
    text: async () => t("menu-main", { count: stores.schedules.countLive(), health: await healthLine() }),
    buttons(add) {
      add(t("button-reminders"), () => ({ screen: "reminders" }));
      add(t("button-today"), () => ({ screen: "today" })).row();
      add(t("button-jobs"), () => ({ screen: "jobs" }));
      add(t("button-settings"), () => ({ screen: "settings" }));
    },
  };

  const jobs: Screen = {
    id: "jobs",
    start: "0",
    fingerprint: () => preferences.locale(),
    async text() {
      const lines = stores.jobs.list().map((job) =>
        t("menu-job", {
          name: t("job-name", { name: job.name }),
          outcome: job.outcome === "failed" && job.acknowledgedAt !== null ? "acknowledged" : (job.outcome ?? "never"),
          at: job.startedAt === null ? "" : moment(job.startedAt),
          error: job.error ?? "",
        }),
      );
      const alerts = stores.alerts.list().map(({ code, key, since }) => {
        const said = t("alert-name", { name: code });
        return t("menu-alert", { name: said === code ? key : said, at: moment(since) });
      });
      const commands = stores.schedules.live("command").flatMap((row) => {
        const failed = ["failed", "interrupted"].includes(stores.firings.latest(row.id)?.state ?? "");
        return failed ? [`⚙️ ${rowTitle(row, 60)}: ${lastFact(row)}`] : [];
      });
      return [
        t("menu-jobs", { count: lines.length, health: await healthLine() }),
        [...alerts, ...commands].join("\n"),
        lines.join("\n"),
      ]
        .filter(Boolean)
        .join("\n\n");
    },
    buttons(add) {
      add(t("button-refresh"), () => ({ screen: "jobs" }));
      add(t("button-back"), () => ({ screen: "main" }));
    },
  };

  return [main, jobs];
}
