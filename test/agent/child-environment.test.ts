import { expect, test } from "vitest";
import { childEnvironment } from "#agent/process/child-environment.ts";

const SECRET = "hunter2-hunter2";
const ENV = {
  PATH: "/bin",
  HOME: "/home/mira",
  LANG: "C.UTF-8",
  TZ: "UTC",
  TELEGRAM_BOT_TOKEN: "1:token",
  OPENAI_API_KEY: "sk-1",
  VIGIL_MODEL: "openai/x",
  VIGIL_MODEL_API_KEY: "key",
  VIGIL_MODEL_BASE_URL: `https://mira:${SECRET}@models.example`,
  VIGIL_HOME: "relative",
  SSH_AUTH_SOCK: "/run/ssh",
};

function environment(names: readonly string[] = []) {
  const given = { VIGIL_HOME: "/srv/vigil", VIGIL_TIMEZONE: null };
  return childEnvironment({ env: ENV, given, names, secrets: [SECRET, "1:token", "key"], origin: "command" });
}

test("AGT-22: a child gets what programs need and VIGIL_* without secrets, and nothing else", () => {
  expect(environment()).toEqual({
    PATH: "/bin",
    HOME: "/home/mira",
    LANG: "C.UTF-8",
    TZ: "UTC",
    VIGIL_MODEL: "openai/x",
    VIGIL_HOME: "/srv/vigil",
    VIGIL_AGENT_TURN: "1",
    VIGIL_TURN_ORIGIN: "command",
  });
});

test("AGT-22: what shell.env names is passed; the mark of a turn cannot be taken away by it", () => {
  expect(environment(["SSH_AUTH_SOCK", "NOT_SET", "VIGIL_AGENT_TURN"])).toMatchObject({
    SSH_AUTH_SOCK: "/run/ssh",
    VIGIL_AGENT_TURN: "1",
  });
  expect(environment(["NOT_SET"])).not.toHaveProperty("NOT_SET");
});
