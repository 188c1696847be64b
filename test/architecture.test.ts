import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const root = new URL("..", import.meta.url).pathname;

/** A room, the rooms that it may import beside itself, and the packages and built-ins that it must not. */
const ROOMS: Record<string, readonly string[]> = {
  core: [],
  system: ["core"],
  playground: ["core"],
  stores: ["core"],
  "use-cases": ["core", "stores"],
  agent: ["core", "stores", "use-cases"],
  health: ["core", "stores"],
  jobs: ["core", "stores", "use-cases", "agent"],
  bot: ["core", "stores", "use-cases", "agent", "jobs"],
  // The command line stands beside the bot; `start` alone loads the composition root.
  cli: ["core", "stores", "use-cases", "agent", "jobs", "health", "system", "app"],
  // The composition root and what it reads.
  app: ["core", "system", "playground", "stores", "use-cases", "agent", "health", "jobs", "bot"],
};

/**
 * The folders of the large rooms, from the lowest up: a folder imports itself, those before it, and never the loose
 * files of its room, which put the folders together.
 */
const FOLDERS: Record<string, readonly string[]> = {
  "src/stores": [
    "database",
    "files",
    "home",
    "backup",
    "people",
    "settings",
    "schedules",
    "outbox",
    "sessions",
    "inbox",
    "jobs",
  ],
  "src/agent": ["process", "web", "usage", "context", "models", "mcp", "approvals", "turn", "tools", "session"],
  bot: [
    "words",
    "api",
    "views",
    "media",
    "context",
    "sender",
    "edits",
    "actions",
    "dialogues",
    "menus",
    "callbacks",
    "input",
    "commands",
    "middleware",
  ],
};

/** Where a dynamic import may stand: what a start does not need. */
const DYNAMIC = [
  "src/app/main.ts", // the playground
  "src/app/log.ts", // the pretty printer, on a terminal only
  "src/cli/main.ts", // each command loads its own
  "src/cli/commands/start.ts", // the composition root
  "bot/input/zone-at.ts", // the map of zones, at the first location
  "bot/dialogues/dialogues.ts", // the conversations plugin, at the first dialogue
  "bot/words/load-markdown.ts", // the Markdown parser, at the first message that needs it
  "src/agent/models/sdk.ts", // `ai`
  "src/agent/models/resolve-model.ts", // providers
  "src/agent/mcp/mcp-connection.ts", // `@ai-sdk/mcp`
];

interface Edge {
  from: string;
  to: string;
  dynamic: boolean;
}

function sources(folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(join(root, path)).isDirectory()) return path === "src/playground/page" ? [] : sources(path);
    return path.endsWith(".ts") ? [path] : [];
  });
}

const files = [...sources("src"), ...sources("jobs"), ...sources("bot")];
const aliases = (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { imports: Record<string, string> })
  .imports;

function target(from: string, specifier: string): string {
  if (specifier.startsWith(".")) return relative(root, resolve(root, dirname(from), specifier));
  for (const [alias, path] of Object.entries(aliases)) {
    const prefix = alias.slice(0, -1);
    if (specifier.startsWith(prefix))
      return relative(root, resolve(root, path.slice(0, -1), specifier.slice(prefix.length)));
  }
  return specifier;
}

const edges: Edge[] = files.flatMap((from) => {
  const text = readFileSync(join(root, from), "utf8");
  const statics = [...text.matchAll(/^(?:import|export)\s[^;]*?from\s+"([^"]+)"|^import\s+"([^"]+)"/gm)].map(
    (m) => m[1] ?? m[2] ?? "",
  );
  const dynamics = [...text.matchAll(/(?<!\/\/.*|\*.*)\bimport\(\s*"([^"]+)"/g)].map((m) => m[1] ?? "");
  return [
    ...statics.map((s) => ({ from, to: target(from, s), dynamic: false })),
    ...dynamics.map((s) => ({ from, to: target(from, s), dynamic: true })),
  ];
});

function room(path: string): string | undefined {
  const match = /^(?:src\/([^/]+)\/|(jobs|bot)\/)/.exec(path);
  return match ? (match[1] ?? match[2]) : undefined;
}

test("every room is known, so that none grows unseen", () => {
  for (const file of files) expect(ROOMS, file).toHaveProperty(room(file) ?? "?");
});

test("dependencies point one way: a room imports itself and what stands to its left", () => {
  const outward = edges.filter(({ from, to }) => {
    const inside = room(from)!;
    const other = room(to);
    return other !== undefined && other !== inside && !ROOMS[inside]!.includes(other);
  });
  expect(outward.map((e) => `${e.from} -> ${e.to}`)).toEqual([]);
});

test("the folders of a room import one way", () => {
  const upward = edges.filter(({ from, to }) => {
    const base = Object.keys(FOLDERS).find((room) => from.startsWith(`${room}/`) && to.startsWith(`${room}/`));
    if (!base) return false;
    const [inside, other] = [from, to].map((path) => path.slice(base.length + 1).split("/"));
    if (inside!.length === 1) return false;
    const order = FOLDERS[base]!;
    return other!.length === 1 || order.indexOf(inside![0]!) < order.indexOf(other![0]!);
  });
  expect(upward.map((e) => `${e.from} -> ${e.to}`)).toEqual([]);
});

test("every folder of a room has its place in the order, and a file is loose only where it composes them", () => {
  const loose = ["src/stores/stores.ts", "src/agent/agent.ts", "bot/create-bot.ts"];
  for (const [base, order] of Object.entries(FOLDERS))
    for (const file of files.filter((f) => f.startsWith(`${base}/`) && !loose.includes(f)))
      expect(order, file).toContain(file.slice(base.length + 1).split("/")[0]);
});

test("core is pure: no built-in module, no clock, no randomness, no environment", () => {
  const builtin = edges.filter((e) => room(e.from) === "core" && e.to.startsWith("node:"));
  expect(builtin).toEqual([]);
  for (const file of files.filter((f) => room(f) === "core")) {
    const code = readFileSync(join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
    expect(code, file).not.toMatch(/\bTemporal\.Now\b|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\./);
  }
});

test("process.env is read where the process begins, and SQL lives in the stores", () => {
  const sql = /\b(SELECT\s.+\sFROM|INSERT\s+(OR\s+\w+\s+)?INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM)\b/;
  for (const file of files) {
    const code = readFileSync(join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
    if (room(file) !== "stores") expect(sql.test(code), `${file} holds SQL`).toBe(false);
    if (!["cli", "app"].includes(room(file)!)) expect(code, file).not.toContain("process.env");
  }
});

test("no import cycle", () => {
  const graph = Map.groupBy(
    edges.filter((e) => !e.dynamic && e.to.endsWith(".ts")),
    (e) => e.from,
  );
  const done = new Set<string>();
  const visit = (file: string, path: string[]): void => {
    if (path.includes(file)) throw new Error(`cycle: ${[...path.slice(path.indexOf(file)), file].join(" -> ")}`);
    if (done.has(file)) return;
    for (const edge of graph.get(file) ?? []) visit(edge.to, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
});

test("dynamic imports stand only where they are listed", () => {
  const dynamic = [...new Set(edges.filter((e) => e.dynamic).map((e) => e.from))];
  expect(dynamic.filter((file) => !DYNAMIC.includes(file))).toEqual([]);
});
