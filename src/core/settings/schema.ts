import { z } from "zod";
import { mcpServersSchema } from "#core/mcp/mcp-server.ts";
import { LOCALES } from "#core/ports.ts";
import { canonicalZone } from "#core/time/zones.ts";

const TIME = "([01]\\d|2[0-3]):[0-5]\\d";

/** A time of day, `HH:MM`. */
const timeOfDay = z.string().regex(new RegExp(`^${TIME}$`), "a time of day, HH:MM");
/** A window of the day, `HH:MM-HH:MM`; it may cross midnight. */
const dayWindow = z
  .string()
  .regex(new RegExp(`^${TIME}-${TIME}$`), "a window, HH:MM-HH:MM")
  .refine((window) => window.slice(0, 5) !== window.slice(6), "a window whose ends differ");
const seconds = z.int().min(1).max(3_600);
const positive = z.int().positive();
const countOrNone = z.int().nonnegative();
const weekdays = z.array(z.int().min(0).max(6));
const range = z.object({ from: timeOfDay, to: timeOfDay, days: weekdays.optional() });

const zone = z.string().transform((name, ctx) => {
  const known = canonicalZone(name);
  if (known.ok) return known.zone;
  ctx.addIssue({ code: "custom", message: "an IANA zone such as Europe/Berlin" });
  return z.NEVER;
});

/** Defaults of new alarms (ALM-21), in the shape of an alarm's own fields. */
const alarms = z.object({
  enabled: z.boolean().default(true),
  schedule: z
    .union([
      z.object({ type: z.literal("daily"), times: z.array(timeOfDay).min(1) }),
      z.object({ type: z.literal("interval"), interval_minutes: positive }),
      z.object({ type: z.literal("random"), per_day: z.number().positive() }),
      z.object({ type: z.literal("random"), range: z.tuple([z.number().positive(), z.number().positive()]) }),
    ])
    .default({ type: "random", per_day: 6 }),
  prompt: z
    .discriminatedUnion("mode", [
      z.object({ mode: z.literal("single"), text: z.string().min(1) }),
      z.object({ mode: z.literal("list"), texts: z.array(z.string().min(1)).min(1), order: z.enum(["random", "seq"]) }),
    ])
    .nullable()
    .default(null),
  quiet: z
    .object({ enabled: z.boolean(), ranges: z.array(range) })
    .default({ enabled: true, ranges: [{ from: "23:00", to: "08:00" }] }),
  limits: z.object({
    max_per_day: countOrNone.default(0),
    min_gap_minutes: countOrNone.default(0),
    fail_backoff_minutes: positive.default(10),
    max_failures: positive.default(5),
  }),
  work_ranges: z.array(range).default([]),
  max_per_range: countOrNone.default(0),
});

/** Limits of the night (NIG-9). A soft limit may rise by itself up to its ceiling, the `max…` beside it. */
const night = z.object({
  time: timeOfDay.nullable().default(null),
  calls: positive.default(40),
  maxCalls: positive.default(160),
  inputTokens: positive.default(300_000),
  maxInputTokens: positive.default(1_200_000),
  gitTimeoutMs: positive.default(30_000),
  maxGitTimeoutMs: positive.default(120_000),
  raisesPerNight: countOrNone.default(3),
});

/**
 * `data/settings.json`: every key, its default and what it accepts. Null is "not set": the environment or a
 * built-in rule decides. Objects are groups, everything else is a field that is read by itself (SET-1).
 */
export const settingsSchema = z.object({
  language: z.enum(LOCALES).nullable().default(null),
  timezone: zone.nullable().default(null),
  defaults: z.object({
    hour: timeOfDay.default("09:00"),
    waking: dayWindow.default("07:00-23:00"),
  }),
  turns: z.object({
    concurrency: z.int().min(1).max(32).default(4),
    /** Seconds (AGT-10). */
    limits: z.object({
      connect: seconds.default(10),
      firstToken: seconds.default(45),
      stall: seconds.default(45),
      tool: seconds.default(120),
      chatTurn: seconds.default(600),
      reminderTurn: seconds.default(300),
    }),
  }),
  budget: z.object({ dailyUsd: z.number().positive().nullable().default(null) }),
  tools: z.object({ bash: z.enum(["ask", "on", "off"]).default("ask") }),
  shell: z.object({ env: z.array(z.string().regex(/^[A-Za-z_]\w*$/, "names of variables")).default([]) }),
  reminders: z.object({
    maxLive: positive.default(500),
    keepFiringsDays: positive.default(90),
  }),
  alerts: z.object({ repeatDays: z.int().min(1).max(90).default(7) }),
  quietHours: z.union([dayWindow, z.literal("off")]).default("23:00-08:00"),
  alarms,
  proactive: z.object({
    heartbeat: z.enum(["daily", "hourly", "off"]).default("daily"),
    hour: timeOfDay.default("09:00"),
    target: z.enum(["source", "private"]).default("source"),
  }),
  writer: z.object({ idleMinutes: positive.default(10), batch: positive.default(50) }),
  commitments: z.object({ others: z.boolean().default(false) }),
  memory: z.object({
    coreMaxChars: positive.default(3_600),
    morningCard: z.boolean().default(true),
    nightReport: z.boolean().default(false),
  }),
  night,
  messages: z.object({ rich: z.boolean().default(false) }),
  mcp: mcpServersSchema,
});

export type Settings = z.infer<typeof settingsSchema>;

/** A soft limit and the ceiling that it must fit under. */
export const CEILINGS = [
  ["night.calls", "night.maxCalls"],
  ["night.inputTokens", "night.maxInputTokens"],
  ["night.gitTimeoutMs", "night.maxGitTimeoutMs"],
] as const;
