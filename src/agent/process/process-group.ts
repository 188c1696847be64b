import { readdirSync, readFileSync } from "node:fs";
import type { Clock } from "#core/ports.ts";

/** A process group as it is found again after a crash: a pid alone may belong to another process by then. */
export interface ProcessGroup {
  /** The pid of its leader, which is the group's id. */
  readonly pid: number;
  /** When the leader started, in the kernel's own words: the boot and the ticks since then. */
  readonly startTime: string;
}

/** How long a group that was asked to end has before it is killed. */
export const TERM_GRACE_MS = 5_000;
const LOOK_EVERY_MS = 50;

/** The group that process `pid` leads; null where there is no such process, or no `/proc` to tell. */
export function processIdentity(pid: number): ProcessGroup | null {
  const stat = readStat(pid);
  return stat && { pid, startTime: stat.startTime };
}

/** Sends `signal` to a whole group. False if nobody is left in it. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** Whether anything in the group still runs. What has ended and was never waited for does not count. */
export function groupRuns(pid: number): boolean {
  if (!signalGroup(pid, 0)) return false;
  const members = membersOf(pid);
  return members === null || members.length > 0;
}

/**
 * Ends a group that an earlier process left behind: SIGTERM, and SIGKILL after five seconds. A group whose pid now
 * belongs to somebody else is left alone. Returns whether there was anything to end.
 */
export async function endGroup(group: ProcessGroup, clock: Clock): Promise<boolean> {
  if (!isStillThere(group)) return false;
  signalGroup(group.pid, "SIGTERM");
  const deadline = clock.monotonic() + TERM_GRACE_MS;
  while (groupRuns(group.pid) && clock.monotonic() < deadline)
    await clock.sleep(clock.now().add({ milliseconds: LOOK_EVERY_MS }));
  if (isStillThere(group)) signalGroup(group.pid, "SIGKILL");
  return true;
}

/** The leader is the same process, or it has ended and left members of its session behind. */
function isStillThere({ pid, startTime }: ProcessGroup): boolean {
  const leader = readStat(pid);
  if (leader) return leader.startTime === startTime;
  // While it has members, its id is given to no other process; the boot tells whether they can be ours.
  return (membersOf(pid) ?? []).some((member) => sameBoot(member.startTime, startTime) && member.session === pid);
}

interface ProcessStat {
  readonly state: string;
  readonly group: number;
  readonly session: number;
  readonly startTime: string;
}

/** Processes of the group that have not ended; null where there is no `/proc`. */
function membersOf(group: number): ProcessStat[] | null {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readStat(Number(name)) ?? [])
      .filter((stat) => stat.group === group && stat.state !== "Z" && stat.state !== "X");
  } catch {
    return null;
  }
}

function readStat(pid: number): ProcessStat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name of the program stands in parentheses and may hold anything, parentheses as well.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    return {
      state: fields[0] ?? "",
      group: Number(fields[2]),
      session: Number(fields[3]),
      startTime: `${boot}:${fields[19]}`,
    };
  } catch {
    return null;
  }
}

function sameBoot(a: string, b: string): boolean {
  return a.split(":")[0] === b.split(":")[0];
}
