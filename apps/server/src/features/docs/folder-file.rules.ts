import { frontMatterKeys, readFrontMatter } from "@lintel/markdown/front-matter/read-front-matter";
import { splitFrontMatter } from "@lintel/markdown/front-matter/split-front-matter";
import { updateFrontMatter } from "@lintel/markdown/front-matter/update-front-matter";
import { MarkdownError } from "@lintel/markdown/values/markdown-error";
import { findCloseMatches } from "@lintel/json/close-matches";
import { toEditAddress } from "../../domain/docs/repository-address.ts";
import { readReferences, type DeclaredReference } from "./declared-references.rules.ts";
import { cleanTitle, humanise, readName } from "./file-names.rules.ts";
import { fitDescription, fitIcon, fitOrder } from "./page-file.rules.ts";

/** The properties of a folder, from its name and its `_folder.yml`. */
export interface FolderFile {
  readonly title: string;
  readonly slug: string | null;
  readonly order: number | null;
  readonly icon: string | null;
  readonly description: string | null;
  readonly isSection: boolean;
  /** Names of its files and folders, which come in this order before all others. */
  readonly items: readonly string[];
  readonly references: readonly DeclaredReference[];
  readonly warnings: readonly string[];
}

const byteOrderMark = "\uFEFF";
const open = "---\n";
const close = "---\n";

/** The file is YAML with the keys of a page's front matter, and `section` and `items`. */
export function readFolderFile(text: string | null, name: string): FolderFile {
  const warnings: string[] = [];
  const parts = splitFrontMatter(wrap(text ?? ""));
  const { fields, others } = readFrontMatter(parts, ({ code, message, line }) => {
    if (code !== "FRONT_MATTER_KEY_UNKNOWN") warnings.push(`line ${line - 1}: ${message}`);
  });
  warnings.push(...Object.keys(others).flatMap(refuseKey));
  const { section = false, items = [] } = others;
  if (typeof section !== "boolean") warnings.push("`section` takes true or false");
  const { repository } = others;
  if (repository !== undefined && toEditAddress(repository) === null)
    warnings.push(
      "`repository` takes the address of the folder in a repository, as a browser shows it",
    );
  const names = Array.isArray(items) ? items.filter((item) => typeof item === "string") : null;
  if (names === null) warnings.push("`items` takes a list of names");
  return {
    title: cleanTitle(fields.title) ?? cleanTitle(humanise(readName(name).stem)) ?? "Folder",
    slug: fields.slug ?? null,
    order: fitOrder(fields.order),
    icon: fitIcon(fields.icon),
    description: fitDescription(fields.description),
    isSection: section === true,
    items: names ?? [],
    references: readReferences(others["references"], (message) => warnings.push(message)),
    warnings,
  };
}

const folderKeys = ["section", "items", "references", "repository"];

/** Without a warning, a misspelt key would silently have no effect. */
function refuseKey(key: string): string[] {
  if (folderKeys.includes(key)) return [];
  const [near] = findCloseMatches(key, [...folderKeys, ...Object.keys(frontMatterKeys)], 1);
  const hint = near === undefined ? "" : `: did you mean \`${near}\`?`;
  return [`\`${key.slice(0, 80)}\` is no key of this file${hint}`];
}

type Value = Parameters<typeof updateFrontMatter>[2];

/** The file with some keys set, or removed with null. Every other byte stays. */
export function setFolderKeys(
  text: string | null,
  keys: Readonly<Record<string, Value>>,
): string | null {
  const mark = text?.startsWith(byteOrderMark) === true ? byteOrderMark : "";
  let wrapped = wrap(text ?? "");
  try {
    for (const [key, value] of Object.entries(keys)) {
      wrapped = updateFrontMatter(wrapped, key, value);
    }
  } catch (error) {
    // A file that cannot be read stays as it is.
    if (error instanceof MarkdownError) return text;
    throw error;
  }
  const changed = mark + wrapped.slice(open.length, -close.length);
  return changed === "" && text === null ? null : changed;
}

// The parser of front matter needs its fences, each on a line of its own.
function wrap(whole: string): string {
  const text = whole.startsWith(byteOrderMark) ? whole.slice(1) : whole;
  return `${open}${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${close}`;
}
