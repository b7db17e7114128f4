import { chmod, copyFile, rm, stat } from "node:fs/promises";
import { isBuiltin } from "node:module";
import path from "node:path";
import process from "node:process";
import { rolldown } from "rolldown";
import { clusterImage } from "../apps/server/src/platform/database/cluster/start-cluster.ts";

// Bundles the server into dist/server/lintel-server.mjs and the files that it loads, next to the
// command of build-cli.ts. The bundle still needs node_modules, for the packages listed below and
// for files that it reads: styles and scripts of the portal, and Mermaid.

const root = path.join(import.meta.dirname, "..");
const source = path.join(root, "apps/server/src");

/** Packages that read files of their own folder, or are not installed. */
const apart = [
  // Its WebAssembly and the files of PostgreSQL.
  "@electric-sql/pglite",
  // The script of its threads.
  "piscina",
  // The schemas of OpenAPI.
  "@seriousme/openapi-schema-validator",
  // Rules and templates.
  "@redocly/openapi-core",
  // Optional packages of `pg` and of the Redis client, which are not installed.
  "pg-native",
  "@node-rs/xxhash",
];

const folder = path.resolve(process.argv[2] ?? path.join(root, "dist"), "server");
await rm(folder, { recursive: true, force: true });
const build = await rolldown({
  input: {
    "lintel-server": path.join(source, "main.ts"),
    // Started by its file name, so that nothing imports it.
    "document-worker": path.join(source, "domain/design/tasks/document-worker.ts"),
    "drift-worker": path.join(source, "transports/gateway/drift-worker.ts"),
    "render-worker": path.join(source, "domain/docs/rendering/render-worker.ts"),
    "search-worker": path.join(root, "packages/runner/src/matching/search-worker.ts"),
  },
  platform: "node",
  external: apart,
});
const { output } = await build.write({
  dir: folder,
  format: "esm",
  // All in one folder: the module that starts the worker expects it there.
  entryFileNames: "[name].mjs",
  chunkFileNames: "[name]-[hash].mjs",
  comments: { legal: true, annotation: false, jsdoc: false },
});
await build.close();
await copyFile(clusterImage, path.join(folder, path.basename(clusterImage)));
checkImports();
const entry = path.join(folder, "lintel-server.mjs");
await chmod(entry, 0o755);
const sizes = await Promise.all(
  output.map(async ({ fileName }) => (await stat(path.join(folder, fileName))).size),
);
const size = sizes.reduce((sum, one) => sum + one, 0);
console.log(
  `${path.relative(process.cwd(), entry)}, with the modules that it loads: ${(size / 1024).toFixed(0)} KiB`,
);

/** A package that is imported but not bundled must be in the list above. */
function checkImports(): void {
  const own = new Set(output.map(({ fileName }) => fileName));
  const left = output
    .flatMap((part) => (part.type === "chunk" ? [...part.imports, ...part.dynamicImports] : []))
    .filter((id) => !own.has(id) && !isBuiltin(id) && !apart.includes(id));
  if (left.length > 0) throw new Error(`The bundle leaves out ${left.join(", ")}.`);
}
