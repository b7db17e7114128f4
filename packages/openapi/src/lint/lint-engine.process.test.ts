import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const lintModule = pathToFileURL(path.join(import.meta.dirname, "lint-document.ts")).href;

/** Prints whether the engine is loaded before and after a document is linted. */
const script = `
  import { registerHooks } from "node:module";
  let isLoaded = false;
  registerHooks({
    load(url, context, next) {
      isLoaded ||= url.includes("/openapi-core/");
      return next(url, context);
    },
  });
  const { lintDocument } = await import(${JSON.stringify(lintModule)});
  const before = isLoaded;
  const { total } = await lintDocument({ document: { openapi: "3.1.0", paths: {} } });
  console.log(JSON.stringify([before, isLoaded, total > 0]));
`;

it("loads its engine when it is first used, with no settings, plugins or words of its own", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "lint-"));
  try {
    mkdirSync(path.join(folder, "@theme"));
    writeFileSync(path.join(folder, "@theme", "plugin.cjs"), 'console.log("plugin");');
    writeFileSync(path.join(folder, "redocly.yaml"), "extends: [nonsense]");
    writeFileSync(path.join(folder, ".redocly.lint-ignore.yaml"), ": : nonsense");
    writeFileSync(path.join(folder, "main.mjs"), script);
    const run = promisify(execFile);
    const { stdout, stderr } = await run(process.execPath, ["main.mjs"], { cwd: folder });
    expect([stdout, stderr]).toEqual(["[false,true,true]\n", ""]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
