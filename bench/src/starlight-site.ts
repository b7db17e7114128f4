import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { DocsFile } from "./docs-scene.ts";
import type { SiteFile, SiteFiles } from "./static-host.ts";

const own = path.join(import.meta.dirname, "..");

const configuration = `import { defineConfig, passthroughImageService } from "astro/config";
import starlight from "@astrojs/starlight";
export default defineConfig({
  image: { service: passthroughImageService() },
  integrations: [starlight({ title: "Guide" })],
});
`;

const collections = `import { defineCollection } from "astro:content";
import { docsLoader } from "@astrojs/starlight/loaders";
import { docsSchema } from "@astrojs/starlight/schema";
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };
`;

const mediaTypes: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
};

/**
 * Builds these files with Starlight in its default configuration, with a sidebar from the folders.
 * It fetches nothing; telemetry is off.
 */
export function buildStarlight(files: readonly DocsFile[]): SiteFiles {
  // Next to the packages: Astro treats the target of a symbolic link as another project.
  const folder = mkdtempSync(path.join(own, ".starlight-"));
  try {
    write(folder, "package.json", JSON.stringify(describeProject()));
    write(folder, "astro.config.mjs", configuration);
    write(folder, "src/content.config.ts", collections);
    for (const file of files) write(folder, `src/content/docs/${file.path}`, file.text);
    const astro = path.join(own, "node_modules/astro/bin/astro.mjs");
    execFileSync(process.execPath, [astro, "build"], {
      cwd: folder,
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: "1" },
      stdio: ["ignore", "ignore", "inherit"],
    });
    return readSite(path.join(folder, "dist"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Astro finds the packages to compile here. */
function describeProject(): object {
  const { devDependencies } = JSON.parse(readFileSync(path.join(own, "package.json"), "utf8")) as {
    devDependencies: Record<string, string>;
  };
  const names = ["astro", "@astrojs/starlight"];
  const dependencies = Object.fromEntries(names.map((name) => [name, devDependencies[name]]));
  return { name: "guide", private: true, type: "module", dependencies };
}

function write(folder: string, name: string, text: string): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function readSite(folder: string): SiteFiles {
  const files = new Map<string, SiteFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const type = mediaTypes[path.extname(file)] ?? "application/octet-stream";
    const address = `/${path.relative(folder, file).replace(/(?:^|(?<=\/))index\.html$/, "")}`;
    files.set(address, { headers: { "content-type": type }, body: readFileSync(file) });
  }
  return files;
}
