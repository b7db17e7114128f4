import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { docusaurusNavigation } from "./docusaurus.navigation.ts";
import { mintlifyNavigation } from "./mintlify.navigation.ts";
import { mkdocsNavigation } from "./mkdocs.navigation.ts";
import type { NavigationItem, NavigationSource } from "./navigation.types.ts";
import { starlightNavigation } from "./starlight.navigation.ts";
import { vitepressNavigation } from "./vitepress.navigation.ts";

/** The systems whose navigation is read, in the order in which they are asked. */
export const navigationSources: readonly NavigationSource[] = [
  mintlifyNavigation,
  vitepressNavigation,
  docusaurusNavigation,
  starlightNavigation,
  mkdocsNavigation,
];

export interface FoundNavigation {
  readonly system: string;
  readonly file: string;
  readonly items: readonly NavigationItem[];
}

const mostBytes = 1_000_000;

function readSettings(file: string): string | null {
  try {
    return statSync(file).size > mostBytes ? null : readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

function readSource(
  { system, files, read }: NavigationSource,
  folder: string,
): FoundNavigation | null {
  for (const file of files) {
    const text = readSettings(path.join(folder, file));
    if (text === null) continue;
    try {
      const items = read(text);
      if (items !== null && items.length > 0) return { system, file, items };
    } catch {
      // Settings that cannot be read order nothing; the pages are there all the same.
    }
  }
  return null;
}

/** The navigation that the settings of another documentation system give a folder; null without any. */
export function findNavigation(folder: string): FoundNavigation | null {
  const root = path.resolve(folder);
  for (const source of navigationSources) {
    const found = readSource(source, root);
    if (found !== null) return found;
  }
  return null;
}
