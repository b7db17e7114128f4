import { chmod, copyFile, rm, stat } from "node:fs/promises";
import { isBuiltin } from "node:module";
import path from "node:path";
import process from "node:process";
import { rolldown } from "rolldown";
import { clusterImage } from "../apps/server/src/platform/database/cluster/start-cluster.ts";

// Bundles the server: dist/server/lintel-server.mjs and what it loads, beside the command that
// build-cli.ts makes. It needs node_modules still, for the packages named below and for what is read
// as files: styles and scripts of the portal, and Mermaid.

const root = path.join(import.meta.dirname, "..");
const source = path.join(root, "apps/server/src");

/** Packages that look for files beside their own, or are not there. */
const apart = [
  // Its WebAssembly and the files of PostgreSQL.
  "@electric-sql/pglite",
  // The script that its threads begin with.
  "piscina",
  // The schemas of OpenAPI.
  "@seriousme/openapi-schema-validator",
  // Rules and templates.
  "@redocly/openapi-core",
  // Looked for by `pg` and by the client of Redis, and not installed.
  "pg-native",
  "@node-rs/xxhash",
];

const folder = path.resolve(process.argv[2] ?? path.join(root, "dist"), "server");
await rm(folder, { recursive: true, force: true });
const build = await rolldown({
  input: {
    "lintel-server": path.join(source, "main.ts"),
    // Begun by the name of its file, so nothing imports it.
    "document-worker": path.join(source, "domain/design/tasks/document-worker.ts"),
    "render-worker": path.join(source, "domain/docs/rendering/render-worker.ts"),
    "search-worker": path.join(root, "packages/runner/src/matching/search-worker.ts"),
  },
  platform: "node",
  external: apart,
});
const { output } = await build.write({
  dir: folder,
  format: "esm",
  // All in one folder: the worker is looked for beside the module that starts it.
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
  `${path.relative(process.cwd(), entry)}, with all that it may load: ${(size / 1024).toFixed(0)} KiB`,
);

/** What a package of its own is imported for must be named above, or it was forgotten by mistake. */
function checkImports(): void {
  const own = new Set(output.map(({ fileName }) => fileName));
  const left = output
    .flatMap((part) => (part.type === "chunk" ? [...part.imports, ...part.dynamicImports] : []))
    .filter((id) => !own.has(id) && !isBuiltin(id) && !apart.includes(id));
  if (left.length > 0) throw new Error(`The bundle leaves out ${left.join(", ")}.`);
}
