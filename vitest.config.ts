import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/reliability/**", "node_modules/**"],
    testTimeout: 30_000,
    pool: "threads",
    maxWorkers: 2,
  },
});
