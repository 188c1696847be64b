import type { Check } from "../check.ts";

/** The major version that Vigil is written for. */
const MAJOR = 26;

/** A wrong Node in a unit file is silent until something is missed. */
export const nodeVersion: Check = {
  name: "node",
  run: ({ node }) => {
    const old = Number(node.split(".")[0]) < MAJOR;
    return { state: old ? "fail" : "ok", code: old ? "node_old" : "node_ok", params: { version: node, needed: MAJOR } };
  },
};
