/** How far an instant is, in the two largest units that matter. */
export interface Distance {
  readonly past: boolean;
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** The distance between two instants: to the second below two minutes, to the minute below a day, to the hour below a week. */
export function distanceBetween(from: Temporal.Instant, to: Temporal.Instant): Distance {
  const exact = Math.round((to.epochMilliseconds - from.epochMilliseconds) / 1000);
  const past = exact < 0;
  const far = Math.abs(exact);
  const step = far < 2 * MINUTE ? 1 : far < DAY ? MINUTE : far < 7 * DAY ? HOUR : DAY;
  const seconds = Math.round(far / step) * step;
  return {
    past,
    days: Math.floor(seconds / DAY),
    hours: Math.floor((seconds % DAY) / HOUR),
    minutes: Math.floor((seconds % HOUR) / MINUTE),
    seconds: seconds % MINUTE,
  };
}
