import type { LinkTarget } from "@lintel/markdown/values/page.types";
import type { LinkIndex } from "./link-index.ts";

const base = "/_base/";

const writeAddress = (path: string): string =>
  base + path.split("/").map(encodeURIComponent).join("/");

const pageEnding = /\.(?:mdx?|html?)$/;

/**
 * The target of a page's link: a page by its file, or by its address in the portal or on another
 * tool's site, which may end in `.html`. Null if there is none. `/` is the front page.
 *
 * @param folder - the folder of the page's file; `slugFolder` is its address
 */
export function resolveLink(
  { byFile, addresses }: Pick<LinkIndex, "byFile" | "addresses">,
  { path, fragment }: LinkTarget,
  folder: string,
  slugFolder: string,
): { href: string; address: string } | null {
  const decoded = decodePath(path.split("?", 1)[0] ?? "");
  if (decoded === null) return null;
  const file = join(folder, decoded).toLowerCase();
  const plain = file.replace(/\.html?$/, "");
  const found =
    [file, `${file}.md`, `${file}.mdx`, `${plain}.md`, `${plain}.mdx`]
      .map((name) => byFile.get(name))
      .find((address) => address !== undefined && address !== "") ??
    [join(slugFolder, decoded), join("", decoded)]
      .map((at) => at.replace(pageEnding, "").replace(/(?:^|\/)index$/, ""))
      .find((at) => at === "" || addresses.has(at));
  if (found === undefined) return null;
  const ending = fragment === null ? "" : `#${fragment}`;
  return { href: `${writeAddress(found)}${ending}`, address: found };
}

/** Only https: browsers block other requests, or everyone on the network path can read them. */
const externalForm = /^(?:https:)?(?=\/\/[^/])/i;

/** Folders whose files VitePress, Starlight and Docusaurus serve at the root of the site. */
const servedFolders = ["public", "static"];

/** The address of a page's image, or null if there is none. */
export function resolveAsset(
  { assets, allowsExternalImages }: Pick<LinkIndex, "assets" | "allowsExternalImages">,
  target: string,
  folder: string,
): { src: string; width?: number; height?: number } | null {
  if (externalForm.test(target)) {
    return allowsExternalImages ? { src: target.replace(externalForm, "https:") } : null;
  }
  const decoded = decodePath(target.split(/[?#]/, 1)[0] ?? "");
  if (decoded === null) return null;
  // Docusaurus: `@site` is the folder that holds `static`.
  const written = decoded.replace(/^@site\//, "/");
  const fromRoot = join("", written);
  const served = servedFolders.map((name) => `${name}/${fromRoot}`);
  const path = [join(folder, written), fromRoot, ...(written.startsWith("/") ? served : [])].find(
    (at) => assets.has(at),
  );
  const size = path === undefined ? undefined : assets.get(path);
  if (path === undefined || size === undefined) return null;
  const { width, height } = size;
  const src = `${base}_assets/${path.split("/").map(encodeURIComponent).join("/")}`;
  return { src, ...(width === null || height === null ? {} : { width, height }) };
}

function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path).normalize("NFC");
  } catch {
    return null;
  }
}

/** Resolves a path from a folder, or from the root if it begins with a slash or leads above it. */
function join(folder: string, path: string): string {
  const parts = path.startsWith("/") || folder === "" ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}
