import type { Log } from "#core/ports.ts";

/** A log that keeps its lines for assertions and prints nothing. */
export class SilentLog implements Log {
  readonly lines: { level: string; message: string; fields: object }[] = [];
  debug(fields: object, message: string): void {
    this.lines.push({ level: "debug", message, fields });
  }
  info(fields: object, message: string): void {
    this.lines.push({ level: "info", message, fields });
  }
  warn(fields: object, message: string): void {
    this.lines.push({ level: "warn", message, fields });
  }
  error(fields: object, message: string): void {
    this.lines.push({ level: "error", message, fields });
  }
}
