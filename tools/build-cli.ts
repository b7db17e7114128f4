import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { brotliCompressSync } from "node:zlib";
import type { OutputOptions, Plugin, RolldownOutput } from "rolldown";

// Bundles the command into one file without dependencies, dist/lintel.mjs, and writes its
// package.json. The server serves the same file to pipelines (docs/decisions/0031).

const help = `node tools/build-cli.ts [FOLDER] [--if-possible]

FOLDER           where lintel.mjs and package.json are written; default dist
--if-possible    succeed without writing anything if the bundler is not installed (npm ci --omit=dev)
`;

const root = path.join(import.meta.dirname, "..");
const entry = path.join(root, "apps/cli/src/main.ts");
const engines = ["compare", "scan"].map((name) => ({
  name,
  file: path.join(root, `apps/cli/src/${name}/engine.ts`),
}));

/** The oldest Node with the functions that the command uses, such as process.getBuiltinModule. */
const minNode = [22, 3] as const;

// First in the bundle, which has no imports, and in syntax that old versions parse.
const checkNode = `{
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < ${minNode[0]} || (major === ${minNode[0]} && minor < ${minNode[1]})) {
process.stderr.write(\`lintel needs Node.js ${minNode.join(".")} or newer; this is \${process.version} (\${process.execPath}).\\nNext: install a newer one from https://nodejs.org; in GitHub Actions use actions/setup-node, in GitLab the image node:24.\\n\`);
process.exit(2);
}
}`;

/**
 * Gets Node's modules from the process instead of importing them: an import reads every export
 * once, and some exports of `node:http` then load a complete client. Measured: it saves 25 of 50 ms
 * to the first request.
 */
const builtins: Plugin = {
  name: "builtins",
  resolveId(id, _importer, { kind }) {
    if (!id.startsWith("node:")) return null;
    return kind === "require-call" ? `\0required:${id}` : `\0${id}`;
  },
  load(id) {
    // CommonJS expects the module itself, which may be a class.
    const [, required] = id.split("\0required:");
    if (required !== undefined)
      return `module.exports = process.getBuiltinModule(${JSON.stringify(required)});`;
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

/**
 * Stores a large part, such as the comparison, as compressed text that only its command reads. As
 * code, the comparison alone would cost every command 8 of 50 ms, because each start would parse it.
 */
async function embedEngine({ name, file }: (typeof engines)[number]): Promise<Plugin> {
  const { output } = await bundle(file, { format: "cjs", exports: "named" }, []);
  const [{ code, exports }] = output;
  const packed = brotliCompressSync(code).toString("base64");
  return {
    name: `engine of ${name}`,
    load: (id) =>
      id === file
        ? `import { compileFunction } from "node:vm";
import { brotliDecompressSync } from "node:zlib";
const text = brotliDecompressSync(Buffer.from("${packed}", "base64")).toString();
const engine = {};
compileFunction(text, ["exports"], { filename: "lintel-${name}.js" })(engine);
${exports.map((name) => `export const ${name} = engine.${name};`).join("\n")}`
        : null,
  };
}

/** @throws Error if an import is left: the bundle would have a dependency */
async function bundle(
  input: string,
  options: OutputOptions,
  plugins: readonly Plugin[],
): Promise<RolldownOutput> {
  const { rolldown } = await import("rolldown");
  const build = await rolldown({
    input,
    platform: "node",
    plugins: [builtins, ...plugins],
    treeshake: { propertyReadSideEffects: false },
    // Older versions must be able to parse it, so that they can report that they are too old.
    transform: { target: "es2022" },
  });
  const made = await build.generate({
    ...options,
    codeSplitting: false,
    minify: true,
    comments: false,
  });
  await build.close();
  const left = made.output.flatMap((part) =>
    part.type === "chunk" ? [...part.imports, ...part.dynamicImports] : [part.fileName],
  );
  if (left.length > 0) throw new Error(`The bundle still imports: ${left.join(", ")}`);
  for (const part of made.output) if (part.type === "chunk") checkNotices(part.moduleIds);
  return made;
}

/** The packages of others in the bundle. Their licences require a notice in every copy. */
const noticed: readonly { readonly name: string; readonly licence: string }[] = [
  { name: "htmlparser2", licence: "LICENSE" },
  { name: "htmlparser2/node_modules/entities", licence: "LICENSE" },
  { name: "js-yaml", licence: "LICENSE" },
  { name: "node-diff3", licence: "LICENSE.md" },
  { name: "undici", licence: "LICENSE" },
];

function checkNotices(modules: readonly string[]): void {
  const others = modules.filter(
    (id) =>
      id.includes("/node_modules/") &&
      !noticed.some(({ name }) => id.includes(`/node_modules/${name}/`)),
  );
  if (others.length > 0) throw new Error(`No notice is written for ${others.join(", ")}.`);
}

async function writeNotices(): Promise<string> {
  const texts = noticed.map(async ({ name, licence }) => {
    const text = await readFile(path.join(root, "node_modules", name, licence), "utf8");
    return `This file holds ${name}:\n\n${text.trim()}`;
  });
  return `/*\n${(await Promise.all(texts)).join("\n\n")}\n*/\n`;
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
    files: ["lintel.mjs"],
    engines: { node: `>=${minNode.join(".")}.0` },
  };
  await writeFile(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

async function build(folder: string): Promise<void> {
  const file = path.join(folder, "lintel.mjs");
  const { output } = await bundle(
    entry,
    { format: "esm", banner: checkNode },
    await Promise.all(engines.map(embedEngine)),
  );
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${output[0].code}${await writeNotices()}`);
  await chmod(file, 0o755);
  await writeManifest(folder);
  const { size } = await stat(file);
  console.log(`${path.relative(process.cwd(), file)}: ${(size / 1024).toFixed(0)} KiB`);
}

async function isBundlerThere(): Promise<boolean> {
  return import("rolldown").then(
    () => true,
    () => false,
  );
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "if-possible": { type: "boolean" }, help: { type: "boolean", short: "h" } },
});
if (values.help === true) process.stdout.write(help);
else if (values["if-possible"] === true && !(await isBundlerThere()))
  console.log("The lintel command is not built: the development packages are not installed.");
else await build(path.resolve(positionals[0] ?? path.join(root, "dist")));
