import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Failure, usageFailure } from "../outcome/failure.ts";
import { cleanText } from "../output/clean-text.ts";

export interface LocalFile {
  readonly bytes: Buffer;
  /** SHA-256, in hexadecimal. */
  readonly digest: string;
}

/** A folder of documentation: files by path, with `/` between the names. */
export interface LocalFolder {
  readonly files: ReadonlyMap<string, LocalFile>;
  /** Files of other kinds, which stay where they are. */
  readonly skipped: readonly string[];
}

const assetEndings = /\.(?:png|jpe?g|gif|webp|avif|svg|ico|pdf|mp4|webm)$/i;
const longestText = 1_000_000;
const largestAsset = 10 * 1024 * 1024;

/** Whether a file has a text that can be merged: Markdown, or what a folder says of itself. */
export function isText(file: string): boolean {
  return /\.(?:md|markdown)$/i.test(file) || path.posix.basename(file) === "_folder.yml";
}

export function digestBytes(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * Reads Markdown, `_folder.yml` and assets; hidden files, links and node_modules are left out.
 *
 * @param mayBeMissing - a folder that is not there is empty
 * @throws Failure where it cannot be read, or holds what the service does not take.
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
      "Give the folder that holds the Markdown; nothing was sent.",
    );
  }
  return { files: new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1))), skipped };
}

function readOne(folder: string, file: string): LocalFile {
  const bytes = readFileSync(path.join(folder, file));
  if (/[\p{Cc}\p{Cs}\\\uFFFD\uFEFF]/u.test(file) || file.length > 500)
    throw refuse(file, "has a name that cannot be kept", "Rename it.");
  if (isText(file)) checkText(file, bytes);
  else if (bytes.length > largestAsset)
    throw refuse(file, "is larger than 10 MiB", "Make it smaller, or link to where it is kept.");
  return { bytes, digest: digestBytes(bytes) };
}

function checkText(file: string, bytes: Buffer): void {
  if (!isUtf8(bytes)) throw refuse(file, "is not UTF-8", "Save it as UTF-8.");
  if (bytes.includes(0)) throw refuse(file, "holds a NUL character", "Take it out.");
  // Decoded only where there may be too many: a character has at least a byte.
  if (bytes.length > longestText && bytes.toString("utf8").length > longestText)
    throw refuse(file, "has more than 1,000,000 characters", "Part it into several pages.");
}

function refuse(file: string, what: string, fix: string): Failure {
  return usageFailure(`${cleanText(file)} ${what}.`, `${fix} Nothing was sent.`);
}

const marker = /^(?:<{7} |>{7} )/m;

function isMarked(bytes: Buffer): boolean {
  // Most files have none: they are not decoded.
  if (!bytes.includes("<<<<<<< ") && !bytes.includes(">>>>>>> ")) return false;
  return marker.test(bytes.toString("utf8"));
}

/** Files in which a merge left both sides standing. */
export function findMarked(files: ReadonlyMap<string, LocalFile>): string[] {
  return [...files]
    .filter(([file, { bytes }]) => isText(file) && isMarked(bytes))
    .map(([file]) => file);
}
