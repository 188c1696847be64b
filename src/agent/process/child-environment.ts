/** Passed to every child as they are. */
const PLAIN = ["PATH", "HOME", "LANG", "TZ"];

/**
 * The environment of a child process (AGT-22): what every program needs, `VIGIL_*` without secrets, what the setting
 * `shell.env` names, and `VIGIL_AGENT_TURN=1` with the turn's `origin`, so that the command line holds to its rules (CLI-2).
 *
 * @param options.env Vigil's own environment
 * @param options.given values that the child's command line needs and that may stand in `.env` only, such as `VIGIL_HOME`
 * @param options.names setting `shell.env`; what the owner names is passed, a secret as well
 * @param options.secrets values that must not be passed under a name of ours
 */
export function childEnvironment(options: {
  env: Readonly<Record<string, string | undefined>>;
  given: Readonly<Record<string, string | null>>;
  names: readonly string[];
  secrets: readonly string[];
  origin: string;
}): Record<string, string> {
  const { env, secrets } = options;
  const child: Record<string, string> = {};
  const put = (name: string, value: string | null | undefined): void => {
    if (value !== undefined && value !== null) child[name] = value;
  };
  const holdsSecret = (name: string, value: string | null | undefined): boolean =>
    /KEY|TOKEN|SECRET|PASSWORD/.test(name) || secrets.some((secret) => value?.includes(secret));

  for (const name of PLAIN) put(name, env[name]);
  for (const [name, value] of [...Object.entries(env), ...Object.entries(options.given)])
    if (name.startsWith("VIGIL_") && !holdsSecret(name, value)) put(name, value);
  for (const name of options.names) put(name, env[name]);
  return { ...child, VIGIL_AGENT_TURN: "1", VIGIL_TURN_ORIGIN: options.origin };
}
