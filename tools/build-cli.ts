import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { rolldown, type Plugin } from "rolldown";

// Bundles the command into one file without dependencies: dist/lintel.mjs, with the manifest that it
// is published under.

const root = path.join(import.meta.dirname, "..");
const entry = path.join(root, "apps/cli/src/main.ts");

/**
 * Takes Node's modules from the process in place of importing them: an import reads every export
 * once, and some of `node:http` load a whole client then. Measured: 25 ms of 50 to the first request.
 */
const builtins: Plugin = {
  name: "builtins",
  resolveId: (id) => (id.startsWith("node:") ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith("\0node:")) return null;
    const name = id.slice(1);
    const source = process.getBuiltinModule(name);
    if (source === undefined) throw new Error(`Node has no module ${name}.`);
    const names = Object.keys(source).filter((key) => /^[a-z_$][\w$]*$/i.test(key));
    const exports = names
      .filter((key) => key !== "default")
      .map((key) => `const $${key} = builtin.${key};\nexport { $${key} as ${key} };`);
    const lines = [`const builtin = process.getBuiltinModule(${JSON.stringify(name)});`];
    return lines.concat("export default builtin;", exports).join("\n");
  },
};

/** What is left of `import` and `require` of the bundle: nothing, or the bundle has dependencies. */
async function bundle(file: string): Promise<readonly string[]> {
  const build = await rolldown({
    input: entry,
    platform: "node",
    plugins: [builtins],
    treeshake: { propertyReadSideEffects: false },
  });
  const { output } = await build.write({
    file,
    format: "esm",
    codeSplitting: false,
    minify: true,
    comments: false,
  });
  await build.close();
  return output.flatMap((part) => (part.type === "chunk" ? part.imports : [part.fileName]));
}

async function writeManifest(folder: string): Promise<void> {
  const text = await readFile(path.join(root, "apps/cli/package.json"), "utf8");
  const { version, license } = JSON.parse(text) as { version: string; license: string };
  const manifest = {
    name: "@lintel/cli",
    version,
    description: "Run API test suites of a Lintel service from a terminal or a pipeline.",
    license,
    type: "module",
    bin: { lintel: "lintel.mjs" },
    files: ["lintel.mjs"],
    engines: { node: ">=22.3.0" },
  };
  await writeFile(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

const folder = path.resolve(process.argv[2] ?? path.join(root, "dist"));
const file = path.join(folder, "lintel.mjs");
await mkdir(folder, { recursive: true });
const left = await bundle(file);
if (left.length > 0) throw new Error(`The bundle is not alone: ${left.join(", ")}`);
await chmod(file, 0o755);
await writeManifest(folder);
console.log(
  `${path.relative(process.cwd(), file)}: ${((await stat(file)).size / 1024).toFixed(0)} KiB`,
);
