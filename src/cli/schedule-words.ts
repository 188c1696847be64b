import type { Schedule } from "#core/time/schedule.ts";
import { counted, isoWithOffset, readable } from "./output.ts";

/** A schedule in one line of English, with a cron pattern or rule as it is stored; instants are in its own zone. */
export function scheduleWords(schedule: Schedule): string {
  const until = "ends" in schedule && schedule.ends ? ` until ${readableIn(schedule.zone, schedule.ends.until)}` : "";
  switch (schedule.type) {
    case "once":
      return `once, ${schedule.local.replace("T", " ")}, ${schedule.zone}`;
    case "instant":
      return `once, ${readableIn(schedule.zone, schedule.at)}, ${schedule.zone}`;
    case "cron":
      return `cron ${schedule.pattern}, ${schedule.zone}${until}`;
    case "interval":
      return `every ${lengthWords(schedule.every)} from ${readableIn(schedule.zone, schedule.anchor)}, ${schedule.zone}${until}`;
    case "rrule":
      return `${schedule.rule} from ${schedule.dtstart.replace("T", " ")}, ${schedule.zone}${until}`;
    default:
      return schedule satisfies never;
  }
}

/** A schedule for JSON: as it is stored, its instants with the offset of its zone and in whole seconds. */
export function scheduleJson(schedule: Schedule): object {
  const { zone } = schedule;
  const iso = (at: string): string => isoWithOffset(Temporal.Instant.from(at), zone);
  const ends = "ends" in schedule && schedule.ends && { ends: { ...schedule.ends, until: iso(schedule.ends.until) } };
  switch (schedule.type) {
    case "instant":
      return { ...schedule, at: iso(schedule.at) };
    case "interval":
      return { ...schedule, anchor: iso(schedule.anchor), ...ends };
    case "cron":
      return { ...schedule, ...(schedule.from !== undefined && { from: iso(schedule.from) }), ...ends };
    default:
      return { ...schedule, ...ends };
  }
}

function readableIn(zone: string, at: string): string {
  return readable(Temporal.Instant.from(at).epochMilliseconds, zone);
}

/** `PT1H30M` as "90 minutes", `PT2H` as "2 hours": in the largest unit that needs no fraction. */
function lengthWords(duration: string): string {
  const seconds = Temporal.Duration.from(duration).total("seconds");
  const [unit, size] = seconds % 3_600 === 0 ? ["hour", 3_600] : seconds % 60 === 0 ? ["minute", 60] : ["second", 1];
  return counted(seconds / Number(size), String(unit));
}
