#!/usr/bin/env node
/**
 * Starts Vigil under any Node from 14 on: plain JavaScript, no package. On Node 26 the command line runs in this
 * process; on an older one the Node that `npm install` brought runs this same file as a child.
 */
// biome-ignore-all lint/style/useNodejsImportProtocol: old versions of Node do not know `node:`
import { spawn } from "child_process";
import { existsSync } from "fs";
import * as nodeModule from "module";
import path from "path";
import { fileURLToPath } from "url";

const MAJOR = 26;
/** The exit status that means "start me anew" (OPS-9). */
const RESTART = 75;

/** Tells the child which process watches over it. */
const LAUNCHER = "VIGIL_LAUNCHER_PID";

const self = fileURLToPath(import.meta.url);
const root = path.dirname(path.dirname(self));
const args = process.argv.slice(2);

if (Number(process.versions.node.split(".")[0]) >= MAJOR) runHere();
else runBundledNode();

function runHere() {
  const launched = process.env[LAUNCHER] === String(process.ppid) && process.channel !== undefined;
  delete process.env[LAUNCHER];
  if (launched) exitWithLauncher();
  // Type stripping and compiling are paid once; a checkout that cannot be written to runs without the cache.
  nodeModule.enableCompileCache(path.join(root, "node_modules", ".cache", "vigil"));
  // A reader that has seen enough, such as `head`, is no failure.
  process.stdout.on("error", (error) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(0);
  });
  import("../src/cli/main.ts")
    .then((cli) => cli.main({ args, env: process.env, cwd: process.cwd() }))
    .then(
      (status) => {
        if (!launched && asksForRestart(status)) startAnew();
        else process.stdout.write("", () => process.exit(status));
      },
      (error) => {
        if (error.code === "ERR_MODULE_NOT_FOUND" && !existsSync(path.join(root, "node_modules", "commander")))
          fail(`Vigil's packages are not installed: run "npm install" in ${root}.`);
        else fail(error.stack);
      },
    );
}

/** Under a supervisor the status itself asks for the restart. */
function asksForRestart(status) {
  return status === RESTART && args[0] === "start" && process.stdout.isTTY;
}

/** Replaces this process by a fresh one under the same id. */
function startAnew() {
  process.execve(process.execPath, [process.execPath, ...process.execArgv, self, ...args], process.env);
}

/** A launcher that is killed outright cannot pass the signal on; its closed channel tells. */
function exitWithLauncher() {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel.unref();
}

function runBundledNode() {
  const node = bundledNode();
  if (!node) {
    fail(
      `Vigil needs Node ${MAJOR} and this is Node ${process.versions.node}: run "npm install" in ${root}, which brings it, ` +
        `or install Node ${MAJOR} where npm has none for this system (${process.platform}-${process.arch}).`,
    );
    return;
  }
  let child = launch(node);
  const onTerminal = process.stdin.isTTY || process.stdout.isTTY;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR2"])
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the whole group; passed on, it would count as the second one (OPS-10).
      if (signal !== "SIGINT" || !onTerminal) child.kill(signal);
    });

  function launch(executable) {
    const started = spawn(executable, [self, ...args], {
      stdio: ["inherit", "inherit", "inherit", "ipc"],
      env: { ...process.env, [LAUNCHER]: String(process.pid) },
    });
    started.on("error", (error) =>
      fail(`Node at ${executable} does not start (${error.message}): run "npm install" in ${root}.`),
    );
    started.on("exit", (status, signal) => {
      if (asksForRestart(status)) child = launch(executable);
      else if (signal) dieOf(signal);
      else process.exit(status);
    });
    return started;
  }
}

/** Ends as the child did, so that a supervisor sees the same cause. */
function dieOf(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/** The executable from npm's platform packages, if it is installed. */
function bundledNode() {
  const system = `${process.platform}-${process.arch}`;
  return [`node-${system}`, `node-bin-${system}`]
    .map((name) => path.join(root, "node_modules", name, "bin", "node"))
    .find((file) => existsSync(file));
}

function fail(message) {
  process.stderr.write(`vigil: ${message}\n`);
  process.exitCode = 1;
}
