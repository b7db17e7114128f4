import { rm, chmod } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { rolldown } from "rolldown";

const root = path.join(import.meta.dirname, "..");
const source = path.join(root, "apps/server/src");
const external = [/^@electric-sql\/pglite/, /^piscina$/, /^@redocly\/openapi-core/, /^pg-native$/];
const folder = path.resolve(process.argv[2] ?? path.join(root, "dist"), "server");
await rm(folder, { recursive: true, force: true });
const build = await rolldown({
  input: {
    "lintel-server": path.join(source, "main.ts"),
    "document-worker": path.join(source, "platform/design/tasks/document-worker.ts"),
  },
  platform: "node",
  external,
});
const { output } = await build.write({
  dir: folder,
  format: "esm",
  entryFileNames: "[name].mjs",
  chunkFileNames: "[name]-[hash].mjs",
});
await build.close();
for (const part of output) {
  console.log(
    part.fileName,
    part.type === "chunk" ? (part.code.length / 1024).toFixed(0) : "",
    part.type === "chunk" ? [...part.imports.filter((i) => !i.includes("-"))].join(" ") : "",
  );
}
await chmod(path.join(folder, "lintel-server.mjs"), 0o755);
