import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Failure, usageFailure } from "../outcome/failure.ts";
import { cleanText } from "../output/clean-text.ts";
import { categoryNames, readCategoryFile, type FolderKeys } from "./navigation/category-file.ts";
import { findNavigation } from "./navigation/find-navigation.ts";
import { makeFolderFiles } from "./navigation/make-folder-files.ts";
import { findServedFiles } from "./served-files.ts";

export interface LocalFile {
  readonly bytes: Buffer;
  /** SHA-256, in hexadecimal. */
  readonly digest: string;
}

/** A folder of documentation: files by path, with `/` between the names. */
export interface LocalFolder {
  readonly files: ReadonlyMap<string, LocalFile>;
  /** Files of other kinds, which are not uploaded. */
  readonly skipped: readonly string[];
  /** The system whose navigation orders the folder, such as `Docusaurus (sidebars.js)`, or null. */
  readonly navigation: string | null;
  /** Settings with a page order that cannot be read, such as `.vitepress/config.ts (VitePress)`. */
  readonly unreadNavigation: readonly string[];
}

const assetEndings = /\.(?:png|jpe?g|gif|webp|avif|svg|ico|pdf|mp4|webm)$/i;
const maxText = 1_000_000;
const maxAssetBytes = 10 * 1024 * 1024;

/** Whether a file has a text that can be merged: Markdown, or a folder's own file. */
export function isText(file: string): boolean {
  return isPage(file) || path.posix.basename(file) === "_folder.yml";
}

/** A file `_part.mdx` is a fragment that other pages import, and not a page. */
function isPage(file: string): boolean {
  return /\.(?:mdx?|markdown)$/i.test(file) && !/(?:^|\/)_[^/]*\.mdx$/i.test(file);
}

export function digestBytes(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * Reads Markdown, `_folder.yml` and assets; hidden files, links and node_modules are skipped.
 *
 * @param mayBeMissing - a missing folder is treated as empty
 * @throws Failure if it cannot be read, or contains a file that the service does not accept.
 */
export function readFolder(folder: string, mayBeMissing = false): LocalFolder {
  const files = new Map<string, LocalFile>();
  const skipped: string[] = [];
  const visit = (place: string): void => {
    const entries = readdirSync(path.join(folder, place), { withFileTypes: true });
    for (const entry of entries) {
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      const file = place === "" ? entry.name : `${place}/${entry.name}`;
      if (entry.isDirectory()) visit(file);
      else if (entry.isFile() && (isText(file) || assetEndings.test(file)))
        files.set(file, readOne(folder, file));
      else skipped.push(file);
    }
  };
  try {
    if (!mayBeMissing || lstatSync(folder, { throwIfNoEntry: false }) !== undefined) visit("");
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw usageFailure(
      `${folder} cannot be read: ${(error as Error).message}`,
      "Give the folder that contains the Markdown. Nothing was sent.",
    );
  }
  const ordered = addFolderFiles(folder, files, skipped);
  addServedFiles(folder, files);
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { files: new Map(sorted), skipped, ...ordered };
}

/**
 * If the settings of another system order the pages, the folder gets equivalent `_folder.yml` files. Existing ones are
 * not changed. What that system does not show as a page is left out.
 */
function addFolderFiles(
  folder: string,
  files: Map<string, LocalFile>,
  skipped: string[],
): Pick<LocalFolder, "navigation" | "unreadNavigation"> {
  const { found, unread } = [...files.keys()].some(isPage)
    ? findNavigation(folder)
    : { found: null, unread: [] };
  leaveOutFragments(found?.fragments ?? null, files, skipped);
  const pages = [...files].filter(([file]) => isPage(file));
  const categories = readCategories(folder, files);
  const unreadNavigation = unread.map(({ system, file }) => `${file} (${system})`);
  if (found === null && categories.size === 0) return { navigation: null, unreadNavigation };
  const named = pages.map(([file, { bytes }]) => ({ path: file, id: readId(bytes) }));
  const made = makeFolderFiles(named, found?.items ?? [], categories);
  for (const [file, text] of made) {
    const bytes = Buffer.from(text);
    if (!files.has(file)) files.set(file, { bytes, digest: digestBytes(bytes) });
  }
  const navigation =
    found === null ? "Docusaurus (_category_.json)" : `${found.system} (${found.file})`;
  return { navigation, unreadNavigation };
}

function leaveOutFragments(
  fragments: RegExp | null,
  files: Map<string, LocalFile>,
  skipped: string[],
): void {
  for (const file of [...files.keys()].filter(isPage)) {
    if (fragments?.test(file) !== true) continue;
    files.delete(file);
    skipped.push(file);
  }
}

/** Adds images that pages refer to and that another system serves from outside the folder of pages. */
function addServedFiles(folder: string, files: Map<string, LocalFile>): void {
  const texts = [...files].flatMap(([file, { bytes }]) => (isPage(file) ? [bytes] : []));
  for (const { file, place, name } of findServedFiles(folder)) {
    if (files.has(file) || !assetEndings.test(name)) continue;
    if (texts.some((bytes) => bytes.includes(`/${name}`)))
      files.set(file, readOne(place, name, file));
  }
}

function readCategories(folder: string, files: ReadonlyMap<string, LocalFile>) {
  const places = new Set([...files.keys()].filter(isPage).map((file) => path.posix.dirname(file)));
  const categories = new Map<string, FolderKeys>();
  for (const place of places) {
    const name = categoryNames.find((one) => existsSync(path.join(folder, place, one)));
    if (name === undefined) continue;
    const text = readFileSync(path.join(folder, place, name), "utf8");
    categories.set(place === "." ? "" : place, readCategoryFile(text));
  }
  return categories;
}

/** The `id` in a page's front matter, by which Docusaurus refers to it. */
function readId(bytes: Buffer): string | null {
  const head = /^---\r?\n([\s\S]*?)\r?\n---/.exec(bytes.subarray(0, 4_000).toString("utf8"))?.[1];
  return /^id:[ \t]*["']?([\w./-]+)/m.exec(head ?? "")?.[1] ?? null;
}

/** @param file - the path under which it is pushed; by default also its path below the folder */
function readOne(folder: string, name: string, file = name): LocalFile {
  const bytes = readFileSync(path.join(folder, name));
  if (/[\p{Cc}\p{Cs}\\\uFFFD\uFEFF]/u.test(file) || file.length > 500)
    throw refuse(file, "has a name that the service cannot store", "Rename it.");
  if (isText(file)) checkText(file, bytes);
  else if (bytes.length > maxAssetBytes)
    throw refuse(file, "is larger than 10 MiB", "Make it smaller, or link to another location.");
  return { bytes, digest: digestBytes(bytes) };
}

function checkText(file: string, bytes: Buffer): void {
  if (!isUtf8(bytes)) throw refuse(file, "is not UTF-8", "Save it as UTF-8.");
  if (bytes.includes(0)) throw refuse(file, "contains a NUL character", "Remove it.");
  if (bytes.length > maxText && countCharacters(bytes) > maxText)
    throw refuse(file, "has more than 1,000,000 characters", "Split it into several pages.");
}

/** A character of UTF-8 begins with a byte that is not 10xxxxxx (RFC 3629 §3). */
function countCharacters(bytes: Buffer): number {
  let count = 0;
  for (const byte of bytes) if ((byte & 0xc0) !== 0x80) count += 1;
  return count;
}

function refuse(file: string, what: string, fix: string): Failure {
  return usageFailure(`${cleanText(file)} ${what}.`, `${fix} Nothing was sent.`);
}

const marker = /^(?:<{7} |>{7} )/m;

function isMarked(bytes: Buffer): boolean {
  // Most files have none and are not decoded.
  if (!bytes.includes("<<<<<<< ") && !bytes.includes(">>>>>>> ")) return false;
  return marker.test(bytes.toString("utf8"));
}

/** Files with conflict marks of a merge. */
export function findMarked(files: ReadonlyMap<string, LocalFile>): string[] {
  return [...files]
    .filter(([file, { bytes }]) => isText(file) && isMarked(bytes))
    .map(([file]) => file);
}
