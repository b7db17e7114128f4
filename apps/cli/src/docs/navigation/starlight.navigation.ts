import { isObject, listOf } from "@lintel/json/value";
import {
  asGroup,
  asPage,
  textOf,
  type NavigationItem,
  type NavigationSource,
} from "./navigation.types.ts";
import { readArgument } from "./read-literal.ts";

function readItem(item: unknown): NavigationItem[] {
  if (typeof item === "string") return [asPage(item)];
  if (!isObject(item)) return [];
  const title = textOf(item["label"]);
  const page = textOf(item["slug"]) ?? textOf(item["link"]);
  if (page !== null) return /^https?:/.test(page) ? [] : [asPage(page, title)];
  const { autogenerate } = item;
  const folder = isObject(autogenerate) ? textOf(autogenerate["directory"]) : null;
  if (folder !== null) return [{ title, page: null, folder, items: [] }];
  return [asGroup(title, listOf(item["items"]).flatMap(readItem))];
}

const names = ["astro.config.mjs", "astro.config.ts", "astro.config.js"];

export const starlightNavigation: NavigationSource = {
  system: "Starlight",
  mark: /starlight\([\s\S]*\bsidebar\b/,
  files: names.flatMap((name) => [`../../../${name}`, `../../../../${name}`, name]),
  fragments: /^404\.mdx?$/,
  read(text) {
    const settings = readArgument(text, "starlight");
    if (!isObject(settings)) return null;
    return listOf(settings["sidebar"]).flatMap(readItem);
  },
};
