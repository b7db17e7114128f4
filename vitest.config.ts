import path from "node:path";
import { defineConfig } from "vitest/config";

const folders = ["packages/*/src", "apps/*/src", "tools", "proofs/src"];
const longOnes = folders.map((folder) => `${folder}/**/*.{process,corpus,long}.test.ts`);

// CI runs a failed test a second time and reports that it did. On a shared machine a browser or a
// socket can be late, which is no reason to refuse a change.
const retry = Number(process.env["LINTEL_TEST_RETRIES"] ?? 0);

// One worker a core at most: every worker that opens a database costs some 650 MB.
const shared = {
  isolate: false,
  retry,
  // Limits are for what hangs: on a loaded machine a test may take ten times as long as usual.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000, interval: 20 } },
  pool: "forks",
  // Servers that tests start do not build the web app, except where a test asks for it.
  env: { LINTEL_WEB_APP: "off" },
  setupFiles: [
    "tools/testing/settle-chance.ts",
    "tools/testing/end-children.ts",
    "apps/server/src/testing/refuse-faults.ts",
  ].map((file) => path.join(import.meta.dirname, file)),
} as const;

/** Apart are those that take longer: they start processes, go through the documents of others, or wait. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: "short",
          include: folders.map((folder) => `${folder}/**/*.test.ts`),
          exclude: longOnes,
        },
      },
      {
        test: {
          ...shared,
          name: "long",
          include: longOnes,
        },
      },
    ],
  },
});
