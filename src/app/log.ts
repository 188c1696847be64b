import pino from "pino";
import type { Log } from "#core/ports.ts";
import { redactValue } from "#core/redact/redact-value.ts";
import type { Redactor } from "#core/redact/redactor.ts";
import type { LogLevel } from "./config.ts";

/** A log whose lines all carry the fields of the turn or firing that they belong to (OPS-11). */
export interface ScopedLog extends Log {
  child(fields: object): ScopedLog;
}

/** Where lines go: a stream, or anything that takes a string. */
export interface LogOutput {
  write(line: string): unknown;
}

/**
 * The process's log: a JSON object a line, redacted (OUT-8); on a terminal it is made readable. `output` replaces
 * standard output.
 */
export async function createLog(options: {
  level: LogLevel;
  redactor: Redactor;
  terminal: boolean;
  output?: LogOutput;
}): Promise<ScopedLog> {
  const stream = options.terminal
    ? await prettyStream(options.output)
    : // Written at once: what was logged before a crash is what explains it.
      (options.output ?? pino.destination({ fd: 1, sync: true }));
  const logger = pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => redactValue(options.redactor, fields) as Record<string, unknown>,
        bindings: (fields) => redactValue(options.redactor, fields) as Record<string, unknown>,
      },
      // The values are plain data by the time serializers see them.
      serializers: { err: (error: unknown) => error },
    },
    stream as pino.DestinationStream,
  );
  return scoped(logger, options.redactor);
}

function scoped(logger: pino.Logger, redactor: Redactor): ScopedLog {
  const write = (level: "debug" | "info" | "warn" | "error") => (fields: object, message: string) => {
    // pino passes over fields quickly when the level is off; the redactor would not.
    if (logger.isLevelEnabled(level)) logger[level](fields, redactor.redact(message));
  };
  return {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    child: (fields) => scoped(logger.child(redactValue(redactor, fields) as pino.Bindings), redactor),
  };
}

/** Loaded on a terminal only: nobody else pays for it. */
async function prettyStream(output: LogOutput | undefined): Promise<LogOutput> {
  const { default: pretty } = await import("pino-pretty");
  return pretty({
    colorize: output === undefined,
    sync: true,
    translateTime: "SYS:HH:MM:ss",
    ignore: "pid,hostname",
    ...(output && { destination: output as NodeJS.WritableStream }),
  });
}
