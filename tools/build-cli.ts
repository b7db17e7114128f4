import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { rolldown, type Plugin } from "rolldown";

// Bundles the command without dependencies: dist/lintel.mjs, beside it dist/openapi.mjs, which only
// the commands that compare documents load, and the manifest that they are published under.

const root = path.join(import.meta.dirname, "..");
const entry = path.join(root, "apps/cli/src/main.ts");
const engineEntry = path.join(root, "apps/cli/src/compare/engine.ts");
const engineName = "openapi.mjs";

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

// In one file with the rest it would cost every command 8 of 50 ms: its text is read at each start.
const apart: Plugin = {
  name: "apart",
  resolveId: (id, importer) =>
    importer !== undefined && path.resolve(path.dirname(importer), id) === engineEntry
      ? { id: `./${engineName}`, external: true }
      : null,
};

/** What is left of `import` and `require` of the bundle: nothing, or the bundle has dependencies. */
async function bundle(input: string, file: string): Promise<readonly string[]> {
  const build = await rolldown({
    input,
    platform: "node",
    plugins: [builtins, apart],
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
  for (const part of output) if (part.type === "chunk") checkNotices(part.moduleIds);
  return output.flatMap((part) =>
    part.type === "chunk"
      ? [...part.imports, ...part.dynamicImports].filter((id) => id !== `./${engineName}`)
      : [part.fileName],
  );
}

/** What is not ours in the bundles: the licences ask to go along with every copy. */
const noticed: readonly {
  readonly name: string;
  readonly licence: string;
  readonly file: string;
}[] = [
  { name: "js-yaml", licence: "LICENSE", file: engineName },
  { name: "node-diff3", licence: "LICENSE.md", file: "lintel.mjs" },
];

function checkNotices(modules: readonly string[]): void {
  const others = modules.filter(
    (id) =>
      id.includes("/node_modules/") &&
      !noticed.some(({ name }) => id.includes(`/node_modules/${name}/`)),
  );
  if (others.length > 0) throw new Error(`No notice is written for ${others.join(", ")}.`);
}

async function writeNotices(folder: string): Promise<void> {
  const texts = noticed.map(async ({ name, licence, file: holder }) => {
    const text = await readFile(path.join(root, "node_modules", name, licence), "utf8");
    return `${holder} holds ${name}:\n\n${text}`;
  });
  await writeFile(path.join(folder, "NOTICES.txt"), (await Promise.all(texts)).join("\n"));
}

async function writeManifest(folder: string): Promise<void> {
  const text = await readFile(path.join(root, "apps/cli/package.json"), "utf8");
  const { version, license } = JSON.parse(text) as { version: string; license: string };
  const manifest = {
    name: "@lintel/cli",
    version,
    description:
      "Compare API documents, and run test suites of a Lintel service, from a terminal or a pipeline.",
    license,
    type: "module",
    bin: { lintel: "lintel.mjs" },
    files: ["lintel.mjs", engineName, "NOTICES.txt"],
    engines: { node: ">=22.3.0" },
  };
  await writeFile(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

const folder = path.resolve(process.argv[2] ?? path.join(root, "dist"));
const file = path.join(folder, "lintel.mjs");
const engineFile = path.join(folder, engineName);
await mkdir(folder, { recursive: true });
const left = [...(await bundle(entry, file)), ...(await bundle(engineEntry, engineFile))];
if (left.length > 0) throw new Error(`The bundle is not alone: ${left.join(", ")}`);
await chmod(file, 0o755);
await writeManifest(folder);
await writeNotices(folder);
for (const written of [file, engineFile]) {
  const { size } = await stat(written);
  console.log(`${path.relative(process.cwd(), written)}: ${(size / 1024).toFixed(0)} KiB`);
}
