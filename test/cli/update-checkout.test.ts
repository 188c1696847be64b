import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { updateCheckout } from "#cli/update/update-checkout.ts";
import { tempFolder } from "#test/helpers/temp-folder.ts";

const WHO = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];

/** A checkout of a repository that has moved on by one release, with `npm` and the process played by the test. */
function world(over: { install?: () => void; restart?: () => boolean } = {}) {
  const folder = tempFolder();
  const [origin, checkout] = [join(folder.path, "origin"), join(folder.path, "checkout")];
  const git = (where: string, ...args: string[]): string =>
    execFileSync("git", ["-C", where, ...WHO, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const release = (text: string): void => {
    writeFileSync(join(origin, "release"), text);
    git(origin, "add", ".");
    git(origin, "commit", "--quiet", "-m", text);
  };
  execFileSync("git", ["init", "--quiet", origin]);
  release("1");
  execFileSync("git", ["clone", "--quiet", origin, checkout]);
  const did: string[] = [];
  return {
    checkout,
    did,
    release,
    present: () => readFileSync(join(checkout, "release"), "utf8"),
    update: () =>
      updateCheckout({
        checkout,
        run: async (program, args) => {
          if (program === "git") return execFileSync("git", [...WHO, ...args], { encoding: "utf8", stdio: "pipe" });
          did.push(`install ${readFileSync(join(checkout, "release"), "utf8")}`);
          over.install?.();
          return "";
        },
        restart: async () => {
          did.push("restart");
          return over.restart?.() ?? true;
        },
        startAgain: async () => void did.push("start again"),
      }),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

test("OPS-9: an update takes the release and its packages, then restarts", async () => {
  using w = world();
  w.release("2");
  expect(await w.update()).toEqual({ outcome: "updated" });
  expect(w.present()).toBe("2");
  expect(w.did).toEqual(["install 2", "restart"]);
  expect(await w.update()).toEqual({ outcome: "newest" });
  expect(w.did).toHaveLength(2);
});

test("OPS-9: a release that shows no healthy pulse is taken back, and the earlier one runs again", async () => {
  using w = world({ restart: () => false });
  w.release("2");
  expect(await w.update()).toMatchObject({ outcome: "failed", reason: expect.stringContaining("did not come up") });
  expect(w.present()).toBe("1");
  expect(w.did).toEqual(["install 2", "restart", "install 1", "start again"]);
});

test("OPS-9: when the packages cannot be installed nothing is restarted", async () => {
  let tries = 0;
  using w = world({
    install: () => {
      if (tries++ === 0) throw new Error("npm error network");
    },
  });
  w.release("2");
  expect(await w.update()).toEqual({ outcome: "failed", reason: "npm error network" });
  expect(w.present()).toBe("1");
  expect(w.did).toEqual(["install 2", "install 1"]);
});

test("OPS-9: a checkout with changes of its own, or without a way to the new release, is left alone", async () => {
  using w = world();
  w.release("2");
  writeFileSync(join(w.checkout, "release"), "mine");
  expect(await w.update()).toMatchObject({ outcome: "failed", reason: expect.stringContaining("changes of its own") });
  expect(w.present()).toBe("mine");
  execFileSync("git", ["-C", w.checkout, ...WHO, "commit", "--quiet", "-am", "mine"]);
  expect(await w.update()).toMatchObject({ outcome: "failed" });
  expect(w.present()).toBe("mine");
});
