import type { Config, Env } from "#app/config.ts";
import type { Clock, Random } from "#core/ports.ts";

/** What a command gets from the world: everything that a test replaces. */
export interface CliContext {
  readonly env: Env;
  readonly cwd: string;
  /** The folder of the checkout. */
  readonly checkout: string;
  /** The version in `package.json`. */
  readonly version: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Whether a person reads standard output. */
  readonly terminal: boolean;
  /** Lines of standard input. */
  readonly input: AsyncIterable<string>;
  /** The configuration, read at the first call. @throws AppError `config_invalid` */
  config(): Config;
  out(line: string): void;
  err(line: string): void;
  /** The command's exit status; 0 unless it says otherwise: 1 for a failed check or operation, 2 for wrong usage. */
  exit(status: number): void;
}
