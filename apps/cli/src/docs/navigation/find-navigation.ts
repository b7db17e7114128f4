import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { docusaurusNavigation } from "./docusaurus.navigation.ts";
import { mintlifyNavigation } from "./mintlify.navigation.ts";
import { mkdocsNavigation } from "./mkdocs.navigation.ts";
import type { NavigationItem, NavigationSource } from "./navigation.types.ts";
import { starlightNavigation } from "./starlight.navigation.ts";
import { vitepressNavigation } from "./vitepress.navigation.ts";

/** The systems whose navigation can be read, in order of precedence. */
const navigationSources: readonly NavigationSource[] = [
  mintlifyNavigation,
  vitepressNavigation,
  docusaurusNavigation,
  starlightNavigation,
  mkdocsNavigation,
];

/** Settings of another system. */
interface SettingsFile {
  readonly system: string;
  readonly file: string;
}

export interface FoundNavigation extends SettingsFile {
  readonly items: readonly NavigationItem[];
  /** Matches files that are no pages; null if all are. */
  readonly fragments: RegExp | null;
}

const maxBytes = 1_000_000;

function readSettings(file: string): string | null {
  try {
    return statSync(file).size > maxBytes ? null : readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/** @param unread - collects settings whose navigation only their system can read */
function readSource(
  { system, files, read, mark, fragments }: NavigationSource,
  folder: string,
  unread: SettingsFile[],
): FoundNavigation | null {
  for (const file of files) {
    const text = readSettings(path.join(folder, file));
    if (text === null) continue;
    try {
      const items = read(text);
      if (items !== null && items.length > 0)
        return { system, file, items, fragments: fragments ?? null };
    } catch {
      // Settings that cannot be read have no effect; the pages are read anyway.
    }
    if (mark.test(text)) unread.push({ system, file });
  }
  return null;
}

export interface NavigationSearch {
  readonly found: FoundNavigation | null;
  /** Settings with a navigation that cannot be read without running them, if no other was found. */
  readonly unread: readonly SettingsFile[];
}

/** The navigation of a folder in the settings of another documentation system. */
export function findNavigation(folder: string): NavigationSearch {
  const root = path.resolve(folder);
  const unread: SettingsFile[] = [];
  for (const source of navigationSources) {
    const found = readSource(source, root, unread);
    if (found !== null) return { found, unread: [] };
  }
  return { found: null, unread };
}
