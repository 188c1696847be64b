// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references as they stand in the settings
import { z } from "zod";

const REFERENCE = /\$\{([A-Za-z_]\w*)\}/g;
/** What such a header or variable holds is a secret, and secrets come from the environment alone (AGT-14). */
const SECRET_NAME = /key|token|secret|password|authorization|cookie/i;
/** What every program gets anyway is no secret, wherever it is named. */
const NO_SECRETS = new Set(["PATH", "HOME", "LANG", "TZ", "USER", "PWD", "TMPDIR"]);

const ACCEPTED = "a server: { command, args?, env? } or { url, headers? }; a secret is written as ${NAME}";

const oneLine = z.string().regex(/^[^\r\n\0]*$/, "a text of one line");

/** Texts by name. */
function values(names: RegExp, accepted: string) {
  return z
    .record(z.string().regex(names, accepted), oneLine)
    .refine(
      (given) => Object.entries(given).every(([name, value]) => !SECRET_NAME.test(name) || namesIn(value).length > 0),
      ACCEPTED,
    )
    .default({});
}

/** A server that Vigil starts as a child process and speaks with over its standard input and output. */
const stdioServer = z.strictObject({
  command: oneLine.min(1),
  args: z.array(oneLine).default([]),
  env: values(/^[A-Za-z_]\w*$/, "names of variables"),
});

/** A server that is reached over streamable HTTP. */
const httpServer = z.strictObject({
  url: z.string().regex(/^https?:\/\/[^\s/@]+(\/\S*)?$/, "an http or https URL without a user name"),
  headers: values(/^[\w!#$%&'*+.^`|~-]+$/, "names of headers"),
});

/** The setting `mcp`: servers by name. Each text may hold `${NAME}`. */
export const mcpServersSchema = z
  .record(
    z.string().regex(/^[A-Za-z0-9][\w-]{0,31}$/, "a name of up to 32 letters, digits, - and _"),
    z.union([stdioServer, httpServer], ACCEPTED),
  )
  .default({});

export type McpServers = z.infer<typeof mcpServersSchema>;
export type McpServer = McpServers[string];

/** A server as it is to be reached, and what of it must not be shown. */
export interface ResolvedMcpServer {
  readonly server: McpServer;
  /** Values that came from the environment. */
  readonly secrets: readonly string[];
  /** Names that the environment does not hold; the server cannot be used without them. */
  readonly missing: readonly string[];
}

/** Puts the values of the environment in the place of each `${NAME}` (AGT-14). An empty one counts as not set. */
export function resolveMcpServer(
  server: McpServer,
  env: Readonly<Record<string, string | undefined>>,
): ResolvedMcpServer {
  const secrets = new Set<string>();
  const missing = new Set<string>();
  const fill = (text: string): string =>
    text.replace(REFERENCE, (_, name: string) => {
      const value = env[name]?.trim() ?? "";
      if (value === "") missing.add(name);
      else if (!NO_SECRETS.has(name)) secrets.add(value);
      return value;
    });
  const fillAll = (given: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, fill(value)]));
  const filled: McpServer =
    "command" in server
      ? { command: fill(server.command), args: server.args.map(fill), env: fillAll(server.env) }
      : { url: fill(server.url), headers: fillAll(server.headers) };
  return { server: filled, secrets: [...secrets], missing: [...missing] };
}

/** Every secret that the servers take from the environment, for the redactor (OUT-8). */
export function mcpSecrets(servers: McpServers, env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.values(servers).flatMap((server) => resolveMcpServer(server, env).secrets);
}

function namesIn(text: string): string[] {
  return [...text.matchAll(REFERENCE)].map((match) => match[1] ?? "");
}
