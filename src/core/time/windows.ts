/** A daily span of local time; `to` is outside. `from` after `to` reaches across midnight; equal ends are the whole day. */
export interface DayWindow {
  readonly from: Temporal.PlainTime;
  readonly to: Temporal.PlainTime;
}

/** Parses `HH:MM-HH:MM`; `24:00` may stand at the end. Null if it is not a window. */
export function parseWindow(text: string): DayWindow | null {
  const match = /^\s*(\d{1,2}):(\d\d)\s*[-–]\s*(\d{1,2}):(\d\d)\s*$/.exec(text);
  if (!match) return null;
  const from = plainTime(Number(match[1]), Number(match[2]));
  const to = match[3] === "24" && match[4] === "00" ? plainTime(0, 0) : plainTime(Number(match[3]), Number(match[4]));
  return from && to ? { from, to } : null;
}

/** True if the local time lies in the window. */
export function windowContains(window: DayWindow, time: Temporal.PlainTime): boolean {
  const afterFrom = Temporal.PlainTime.compare(time, window.from) >= 0;
  const beforeTo = Temporal.PlainTime.compare(time, window.to) < 0;
  return Temporal.PlainTime.compare(window.from, window.to) < 0 ? afterFrom && beforeTo : afterFrom || beforeTo;
}

/** Parses `HH:MM`; null if it is not a time of day. */
export function parseTimeOfDay(text: string): Temporal.PlainTime | null {
  const match = /^\s*(\d{1,2}):(\d\d)\s*$/.exec(text);
  return match ? plainTime(Number(match[1]), Number(match[2])) : null;
}

function plainTime(hour: number, minute: number): Temporal.PlainTime | null {
  return hour < 24 && minute < 60 ? new Temporal.PlainTime(hour, minute) : null;
}
