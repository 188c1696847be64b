import type { FaultCode } from "./faults.ts";

/** Why a helper gave no report: its turn's fault, the process's end, or a call that needs the owner's word. */
export type HelperFault = FaultCode | "interrupted" | "needs_approval";

const LONGEST_TASK = 200;

/** What a helper's conversation begins with (REM-40). */
export function helperPrompt(task: string, steps: number): string {
  return `[You are a helper in the background. The owner's conversation handed you this task. Nobody can answer questions: take the likely reading and go on. You have ${steps} model calls; your final text is the report that goes back, so put into it what was found and done, with sources, and what was not.]\n\n${task}`;
}

/** What the asking conversation gets: the helper's report, or why there is none. */
export function helperReport(task: string, end: { report: string } | { fault: HelperFault }): string {
  const name = task.length > LONGEST_TASK ? `${task.slice(0, LONGEST_TASK)}…` : task;
  return "report" in end
    ? `[A helper has finished the task “${name}”. Its report:]\n\n${end.report}`
    : `[A helper could not finish the task “${name}”: ${end.fault}. Tell the owner, and do not begin it again by yourself.]`;
}
