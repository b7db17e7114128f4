import path from "node:path";
import type { FolderKeys } from "./category-file.ts";
import type { NavigationItem } from "./navigation.types.ts";

/** A page of the folder, with the id that Docusaurus reads from its front matter. */
export interface NavigablePage {
  readonly path: string;
  readonly id: string | null;
}

const parentOf = (place: string) => {
  const parent = path.posix.dirname(place);
  return parent === "." ? "" : parent;
};

/** The address of `02-guide/01-install.mdx` in other systems: `guide/install`, and `guide` for an index. */
function addressOf(place: string): string {
  const names = place.replace(/\.(?:mdx?|markdown)$/i, "").split("/");
  const plain = names.map((name) =>
    name.replace(/^\d{1,3}(?:[-_.]\s*)(?=[^\d\s])/, "").toLowerCase(),
  );
  if (/^(?:index|readme)$/.test(plain.at(-1) ?? "")) plain.pop();
  return plain.join("/");
}

function indexPages(pages: readonly NavigablePage[]): Map<string, string> {
  const byAddress = new Map<string, string>();
  const add = (address: string, place: string) => {
    if (!byAddress.has(address.toLowerCase())) byAddress.set(address.toLowerCase(), place);
  };
  for (const page of pages) add(page.path.replace(/\.(?:mdx?|markdown)$/i, ""), page.path);
  for (const page of pages) {
    if (page.id !== null) add(path.posix.join(parentOf(page.path), page.id), page.path);
  }
  for (const page of pages) add(addressOf(page.path), page.path);
  return byAddress;
}

/** The pages of a navigation in order, and the content of its groups. */
interface Walk {
  readonly order: string[];
  readonly groups: { readonly title: string; readonly places: readonly string[] }[];
}

function walk(items: readonly NavigationItem[], find: (page: string) => string | undefined): Walk {
  const order: string[] = [];
  const groups: { title: string; places: readonly string[] }[] = [];
  const visit = ({ title, page, folder, items: below }: NavigationItem): string[] => {
    const own = page === null ? undefined : find(page);
    if (own !== undefined) order.push(own);
    if (folder !== null && folder !== "") {
      order.push(`${folder}/`);
      if (title !== null) groups.push({ title, places: [`${folder}/`] });
    }
    const places = [...(own === undefined ? [] : [own]), ...below.flatMap(visit)];
    if (title !== null && below.length > 0 && places.length > 0) groups.push({ title, places });
    return places;
  };
  for (const item of items) visit(item);
  return { order, groups };
}

/** The name of a path in a folder: that of the file, or of the next folder. */
const nameIn = (folder: string, place: string) =>
  place.slice(folder === "" ? 0 : folder.length + 1).split("/", 1)[0] ?? "";

const isIn = (folder: string, place: string) => folder === "" || place.startsWith(`${folder}/`);

function listNames(folder: string, order: readonly string[]): string[] {
  const names = order.filter((place) => isIn(folder, place)).map((place) => nameIn(folder, place));
  return [...new Set(names)].filter((name) => name !== "");
}

/** The title of the widest group whose pages are all in the folder and are most of its pages. */
function findTitle(folder: string, walked: Walk, pageCount: number): string | undefined {
  const fits = walked.groups.filter(
    ({ places }) => places.includes(`${folder}/`) || places.every((place) => isIn(folder, place)),
  );
  const widest = fits.toSorted((a, b) => b.places.length - a.places.length)[0];
  if (widest === undefined) return undefined;
  const isMost = widest.places.includes(`${folder}/`) || widest.places.length * 2 >= pageCount;
  return isMost ? widest.title : undefined;
}

const line = (key: string, value: unknown) => `${key}: ${JSON.stringify(value)}\n`;

/**
 * The `_folder.yml` of each folder in a navigation or a category file. Front matter of pages is not changed: only the
 * order and the names of folders are adopted.
 */
export function makeFolderFiles(
  pages: readonly NavigablePage[],
  navigation: readonly NavigationItem[],
  categories: ReadonlyMap<string, FolderKeys>,
): Map<string, string> {
  const byAddress = indexPages(pages);
  const find = (page: string) =>
    byAddress.get(page.toLowerCase()) ?? byAddress.get(addressOf(page));
  const walked = walk(navigation, find);
  const folders = new Map<string, number>([["", pages.length]]);
  for (const page of pages) {
    for (let at = parentOf(page.path); at !== ""; at = parentOf(at))
      folders.set(at, (folders.get(at) ?? 0) + 1);
  }
  const files = new Map<string, string>();
  for (const [folder, pageCount] of folders) {
    const said = categories.get(folder) ?? {};
    const title = said.title ?? (folder === "" ? undefined : findTitle(folder, walked, pageCount));
    const items = listNames(folder, walked.order);
    const text = [
      title === undefined ? "" : line("title", title),
      said.order === undefined ? "" : line("order", said.order),
      said.description === undefined ? "" : line("description", said.description),
      items.length < 2
        ? ""
        : `items:\n${items.map((name) => `  - ${JSON.stringify(name)}\n`).join("")}`,
    ].join("");
    if (text !== "") files.set(folder === "" ? "_folder.yml" : `${folder}/_folder.yml`, text);
  }
  return files;
}
