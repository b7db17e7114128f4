import { isObject, listOf } from "@lintel/json/value";
import {
  asGroup,
  asPage,
  textOf,
  type NavigationItem,
  type NavigationSource,
} from "./navigation.types.ts";

/** The members that contain further parts, and the member that names each of them. */
const parts = {
  languages: "language",
  versions: "version",
  products: "product",
  tabs: "tab",
  anchors: "anchor",
  dropdowns: "dropdown",
  menu: "item",
  groups: "group",
  pages: "group",
} as const;

function readPart(part: unknown): NavigationItem[] {
  if (typeof part === "string") return /^[A-Z]+ \//.test(part) ? [] : [asPage(part)];
  if (!isObject(part)) return [];
  const name = Object.values(parts).find((key) => textOf(part[key]) !== null);
  const items = Object.keys(parts).flatMap((key) => listOf(part[key]).flatMap(readPart));
  const title = name === undefined ? null : textOf(part[name]);
  return [{ ...asGroup(title, items), page: textOf(part["root"]) }];
}

export const mintlifyNavigation: NavigationSource = {
  system: "Mintlify",
  mark: /"navigation"\s*:/,
  files: ["docs.json", "mint.json"],
  fragments: /^snippets\//,
  read(text) {
    const settings = JSON.parse(text) as unknown;
    const navigation = isObject(settings) ? settings["navigation"] : undefined;
    if (Array.isArray(navigation)) return navigation.flatMap(readPart);
    return isObject(navigation) ? readPart(navigation) : null;
  },
};
