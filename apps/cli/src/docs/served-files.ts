import { existsSync, readdirSync, type Dirent } from "node:fs";
import path from "node:path";

// VitePress, Starlight and Docusaurus serve the files of one folder from the root of the site. That folder may be
// outside the folder of pages. Inside, it is read like every other folder.

/** A file of such a folder. */
export interface ServedFile {
  /** The path under which it is pushed, such as `static/img/logo.svg`. */
  readonly file: string;
  /** The folder that contains it, and its path in that folder. */
  readonly place: string;
  readonly name: string;
}

const endings = ["js", "mjs", "cjs", "ts", "mts"];
const settingsOf = (name: string) => endings.map((ending) => `${name}.config.${ending}`);

/** Where each system has its settings, relative to the folder of pages, and the folder next to them that it serves. */
const sites = [
  { above: "..", settings: [".vitepress"], served: "public" },
  { above: "..", settings: settingsOf("docusaurus"), served: "static" },
  { above: "../website", settings: settingsOf("docusaurus"), served: "static" },
  { above: "../../..", settings: settingsOf("astro"), served: "public" },
  { above: "../../../..", settings: settingsOf("astro"), served: "public" },
] as const;

const maxFiles = 10_000;

/** The files that other systems serve from outside a folder of pages, at most 10,000. */
export function findServedFiles(folder: string): ServedFile[] {
  const root = path.resolve(folder);
  const found: ServedFile[] = [];
  for (const { above, settings, served } of sites) {
    const site = path.join(root, above);
    if (!settings.some((name) => existsSync(path.join(site, name)))) continue;
    const place = path.join(site, served);
    for (const name of listFiles(place, "", maxFiles - found.length))
      found.push({ file: `${served}/${name}`, place, name });
  }
  return found;
}

function listFiles(place: string, below: string, most: number): string[] {
  const names: string[] = [];
  for (const entry of readEntries(path.join(place, below))) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) names.push(...listFiles(place, name, most - names.length));
    else if (entry.isFile() && names.length < most) names.push(name);
  }
  return names;
}

/** Empty if there is no such folder. */
function readEntries(place: string): Dirent[] {
  try {
    return readdirSync(place, { withFileTypes: true });
  } catch {
    return [];
  }
}
