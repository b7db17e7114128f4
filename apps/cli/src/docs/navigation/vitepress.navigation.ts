import { isObject, listOf } from "@lintel/json/value";
import {
  asGroup,
  asPage,
  textOf,
  type NavigationItem,
  type NavigationSource,
} from "./navigation.types.ts";
import { readExport } from "./read-literal.ts";

function readItem(item: unknown, base: string): NavigationItem[] {
  if (!isObject(item)) return [];
  const title = textOf(item["text"]);
  const link = textOf(item["link"]);
  const inner = textOf(item["base"]) ?? base;
  const items = listOf(item["items"]).flatMap((one) => readItem(one, inner));
  const isOwn = link !== null && !/^https?:/.test(link);
  if (items.length === 0 && !isOwn) return [];
  const page = isOwn ? asPage(`${inner}${link}`).page : null;
  return [{ ...asGroup(title, items), page }];
}

/** `sidebar` is a list, or lists by address prefix. */
function readSidebar(sidebar: unknown): NavigationItem[] {
  if (Array.isArray(sidebar)) return sidebar.flatMap((item) => readItem(item, ""));
  if (!isObject(sidebar)) return [];
  return Object.values(sidebar).flatMap((part) =>
    isObject(part)
      ? listOf(part["items"]).flatMap((item) => readItem(item, textOf(part["base"]) ?? ""))
      : readSidebar(part),
  );
}

export const vitepressNavigation: NavigationSource = {
  system: "VitePress",
  mark: /\b(?:themeConfig|vitepress)\b[\s\S]*\bsidebar\b/,
  files: ["ts", "mts", "js", "mjs"].flatMap((ending) => [
    `.vitepress/config.${ending}`,
    `.vitepress/config/index.${ending}`,
    `../.vitepress/config.${ending}`,
    // The configuration of one language is in the folder of its pages or in a parent folder.
    `config.${ending}`,
    `../config.${ending}`,
  ]),
  read(text) {
    const settings = readExport(text);
    const theme = isObject(settings) ? settings["themeConfig"] : undefined;
    const items = isObject(theme) ? readSidebar(theme["sidebar"]) : [];
    return items.length === 0 ? null : items;
  },
};
