import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build, type Rolldown } from "vite";

// Builds the web app into the folder that the first argument names: `build.json`, which the server reads, and files
// under names that contain a digest of their content, each with its compressed forms.

const app = path.join(import.meta.dirname, "..");
const folder = path.resolve(process.argv[2] ?? path.join(app, "../../dist/web/unfinished"));

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const output = await bundle();
const themeScript = await copyWithDigest("src/theme-script.js", "theme-script");
await writeFile(
  path.join(folder, "build.json"),
  JSON.stringify({ ...describe(output), themeScript }),
);
await compressAll();

async function bundle(): Promise<Rolldown.RolldownOutput> {
  const made = await build({
    configFile: false,
    root: app,
    // Parts find each other relative to themselves: regions and proxies put paths in front.
    base: "./",
    logLevel: "error",
    plugins: [react()],
    css: { modules: { generateScopedName: "[name]-[local]-[hash:base64:4]" } },
    build: {
      outDir: folder,
      emptyOutDir: false,
      assetsDir: "",
      assetsInlineLimit: 0,
      target: "es2023",
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: { input: path.join(app, "src/main.tsx") },
    },
  });
  return made as Rolldown.RolldownOutput;
}

/** What the page names: its entry with the modules that it imports, and the font of the interface. */
function describe({ output }: Rolldown.RolldownOutput) {
  const chunks = output.filter((file) => file.type === "chunk");
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error("The build has no entry.");
  const fonts = output.map(({ fileName }) => fileName);
  const sans = fonts.filter((name) => /^geist-latin-wght-normal.*\.woff2$/.test(name));
  const styles = [...(entry.viteMetadata?.importedCss ?? [])];
  const imports = Object.fromEntries(chunks.map((chunk) => [chunk.fileName, chunk.imports]));
  return { script: entry.fileName, styles, preloads: [...sans, ...entry.imports], imports };
}

async function copyWithDigest(source: string, name: string): Promise<string> {
  const text = await readFile(path.join(app, source));
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 8);
  const target = `${name}-${digest}${path.extname(source)}`;
  await copyFile(path.join(app, source), path.join(folder, target));
  return target;
}

async function compressAll(): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((each) => /\.(?:js|css|svg)$/.test(each))) {
    const file = path.join(folder, name);
    const bytes = await readFile(file);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 10,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}
