import { resolveMcpServer } from "#core/mcp/mcp-server.ts";
import { McpFailures } from "#stores/jobs/mcp-failures.ts";
import type { Check } from "../check.ts";

/** Whether the MCP servers of the settings can be used, as far as is known without starting them (AGT-14). */
export const mcp: Check = {
  name: "mcp",
  run: ({ settings, environment, stores }) => {
    const { settings: read, diagnostics } = settings.read();
    const servers = Object.entries(read.mcp);
    const broken = diagnostics.find((diagnostic) => diagnostic.key === "mcp");
    if (broken)
      return { state: "warn", code: "settings_invalid", params: { count: 1, fields: `mcp (${broken.reason})` } };
    if (servers.length === 0) return { state: "ok", code: "mcp_none" };

    const lacking = servers.flatMap(([name, server]) => {
      const { missing } = resolveMcpServer(server, environment);
      return missing.length > 0 ? [`${name} (${missing.join(", ")})`] : [];
    });
    if (lacking.length > 0)
      return { state: "warn", code: "mcp_variables_missing", params: { servers: lacking.join("; ") } };

    const failures = stores ? new McpFailures(stores.meta).list() : {};
    const failing = servers.flatMap(([name]) => {
      const failure = failures[name];
      return failure ? [`${name} (${failure.reason})`] : [];
    });
    return failing.length > 0
      ? { state: "warn", code: "mcp_failing", params: { servers: failing.join("; ") } }
      : { state: "ok", code: "mcp_ok", params: { count: servers.length } };
  },
};
