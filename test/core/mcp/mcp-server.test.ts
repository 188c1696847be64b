// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references as they stand in the settings
import { expect, test } from "vitest";
import { mcpSecrets, mcpServersSchema, resolveMcpServer } from "#core/mcp/mcp-server.ts";

const accepts = (servers: unknown): boolean => mcpServersSchema.safeParse(servers).success;

test("AGT-14: a secret comes from the environment alone: written out it is refused", () => {
  expect(accepts({ notes: { url: "https://mcp.test/", headers: { Authorization: "Bearer ${NOTES}" } } })).toBe(true);
  expect(accepts({ notes: { url: "https://mcp.test/", headers: { Authorization: "Bearer abc" } } })).toBe(false);
  expect(accepts({ notes: { command: "notes", env: { API_KEY: "abc" } } })).toBe(false);
  expect(accepts({ notes: { command: "notes", env: { MODE: "fast" } } })).toBe(true);
  expect(accepts({ notes: { url: "https://ann:secret@mcp.test/" } })).toBe(false);
});

test("AGT-14: what is neither a command nor a URL, or has a name that reads like two, is refused", () => {
  expect(accepts({ notes: {} })).toBe(false);
  expect(accepts({ notes: { command: "x", url: "https://mcp.test" } })).toBe(false);
  expect(accepts({ notes: { url: "ftp://mcp.test" } })).toBe(false);
  expect(accepts({ "a/b": { command: "x" } })).toBe(false);
  expect(accepts({ notes: { command: "x", args: ["a\nb"] } })).toBe(false);
});

test("AGT-14: references are filled in everywhere; one that is not set or empty is named, and what came is a secret", () => {
  const env = { TOKEN: "t0ken-value", ROOT: "/srv", HOME: "/home/ann", EMPTY: " " };
  const server = mcpServersSchema.parse({
    files: { command: "${ROOT}/bin/files", args: ["--home=${HOME}", "$ROOT"], env: { A: "${TOKEN}${EMPTY}${GONE}" } },
  }).files!;
  expect(resolveMcpServer(server, env)).toEqual({
    server: { command: "/srv/bin/files", args: ["--home=/home/ann", "$ROOT"], env: { A: "t0ken-value" } },
    // The home of the user stands in every path: it is no secret.
    secrets: ["/srv", "t0ken-value"],
    missing: ["EMPTY", "GONE"],
  });
  expect(mcpSecrets({ files: server }, env)).toEqual(["/srv", "t0ken-value"]);
});
