import { readFrontMatter } from "@lintel/markdown/front-matter/read-front-matter";
import { splitFrontMatter } from "@lintel/markdown/front-matter/split-front-matter";

/**
 * Where the files of a documentation are edited, from the `repository` of its root `_folder.yml`: the address of the
 * folder as a browser shows it at GitHub or GitLab, or any other address that a file's path can follow.
 *
 * @param folderFile - null: there is none
 * @returns without a slash at the end; null where it names no such address
 */
export function readRepository(folderFile: string | null): string | null {
  if (folderFile === null || !/^repository\s*:/m.test(folderFile)) return null;
  const parts = splitFrontMatter(`---\n${folderFile.replace(/^\uFEFF/, "")}\n---\n`);
  const { others } = readFrontMatter(parts, () => null);
  return toEditAddress(others["repository"]);
}

/** null: it is no address of the web. */
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
