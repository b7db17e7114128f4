import { readFrontMatter } from "@lintel/markdown/front-matter/read-front-matter";
import { splitFrontMatter } from "@lintel/markdown/front-matter/split-front-matter";

/**
 * The address for edits of a documentation's files, from the `repository` of its root
 * `_folder.yml`: the folder's address in the browser at GitHub or GitLab, or any other address to
 * which a file's path can be appended.
 *
 * @param folderFile - null if there is none
 * @returns without a slash at the end, or null if there is no such address
 */
export function readRepository(folderFile: string | null): string | null {
  if (folderFile === null || !/^repository\s*:/m.test(folderFile)) return null;
  const parts = splitFrontMatter(`---\n${folderFile.replace(/^\uFEFF/, "")}\n---\n`);
  const { others } = readFrontMatter(parts, () => null);
  return toEditAddress(others["repository"]);
}

/** Null if it is not an HTTP address. */
export function toEditAddress(value: unknown): string | null {
  if (typeof value !== "string" || value.length > 2000 || !URL.canParse(value)) return null;
  const { protocol, origin, pathname, username } = new URL(value);
  if (!/^https?:$/.test(protocol) || username !== "") return null;
  const path = pathname.replace(/\/+$/, "").replace(/\.git$/, "");
  return `${origin}${toEditPath(origin, path)}`;
}

function toEditPath(origin: string, path: string): string {
  if (path.includes("/-/")) return path.replace(/\/-\/(?:tree|blob)\//, "/-/edit/");
  if (origin !== "https://github.com") return path;
  if (/^\/[^/]+\/[^/]+$/.test(path)) return `${path}/edit/HEAD`;
  return path.replace(/^(\/[^/]+\/[^/]+)\/(?:tree|blob)\//, "$1/edit/");
}
