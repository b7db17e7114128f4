import { isObject, listOf } from "@lintel/json/value";
import { load } from "js-yaml";
import {
  asGroup,
  asPage,
  textOf,
  type NavigationItem,
  type NavigationSource,
} from "./navigation.types.ts";

function readItem(item: unknown): NavigationItem[] {
  if (typeof item === "string") return /^https?:/.test(item) ? [] : [asPage(item)];
  if (!isObject(item)) return [];
  return Object.entries(item).flatMap(([title, value]) => {
    if (Array.isArray(value)) return [asGroup(title, listOf(value).flatMap(readItem))];
    const page = textOf(value);
    return page === null || /^https?:/.test(page) ? [] : [asPage(page, title)];
  });
}

/** Only the lines of `nav`: other settings contain tags that only MkDocs knows. */
function takeNavigation(text: string): string | null {
  const lines = text.split(/\r?\n/);
  const from = lines.findIndex((line) => /^nav:\s*(?:#.*)?$/.test(line));
  if (from < 0) return null;
  const length = lines.slice(from + 1).findIndex((line) => /^[^\s#-]/.test(line));
  return lines.slice(from, length < 0 ? undefined : from + 1 + length).join("\n");
}

export const mkdocsNavigation: NavigationSource = {
  system: "MkDocs",
  mark: /^nav:/m,
  files: ["../mkdocs.yml", "../mkdocs.yaml", "mkdocs.yml", "mkdocs.yaml"],
  read(text) {
    const lines = takeNavigation(text);
    const settings = lines === null ? null : load(lines, { maxAliases: 0, maxDepth: 32 });
    return isObject(settings) ? listOf(settings["nav"]).flatMap(readItem) : null;
  },
};
