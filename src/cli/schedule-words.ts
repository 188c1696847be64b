import type { Schedule } from "#core/time/schedule.ts";

/** A schedule in one line of English, with its rule as it is stored. */
export function scheduleWords(schedule: Schedule): string {
  const until = "ends" in schedule && schedule.ends ? ` until ${schedule.ends.until}` : "";
  switch (schedule.type) {
    case "once":
      return `once, ${schedule.local.replace("T", " ")}, ${schedule.zone}`;
    case "instant":
      return `once, at ${schedule.at}`;
    case "cron":
      return `cron ${schedule.pattern}, ${schedule.zone}${until}`;
    case "interval":
      return `every ${schedule.every} from ${schedule.anchor}${until}`;
    case "rrule":
      return `${schedule.rule} from ${schedule.dtstart}, ${schedule.zone}${until}`;
    default:
      return schedule satisfies never;
  }
}
