import { isObject } from "@lintel/json/value";
import { load } from "js-yaml";
import { textOf } from "./navigation.types.ts";

export interface FolderKeys {
  readonly title?: string | undefined;
  readonly order?: number | undefined;
  readonly description?: string | undefined;
}

export const categoryNames = ["_category_.json", "_category_.yml", "_category_.yaml"];

/** The content of Docusaurus's file of a folder; empty if it cannot be read. */
export function readCategoryFile(text: string): FolderKeys {
  let value: unknown;
  try {
    value = load(text, { maxAliases: 0, maxDepth: 16 });
  } catch {
    return {};
  }
  if (!isObject(value)) return {};
  const { position, link } = value;
  const description =
    textOf(value["description"]) ?? (isObject(link) ? textOf(link["description"]) : null);
  return {
    title: textOf(value["label"]) ?? undefined,
    order:
      typeof position === "number" && Number.isFinite(position) ? Math.trunc(position) : undefined,
    description: description ?? undefined,
  };
}
