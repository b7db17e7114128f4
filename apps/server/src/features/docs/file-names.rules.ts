export type FileKind = "page" | "folderFile" | "asset";

/** The file that describes a folder of a pushed tree. It is in that folder. */
export const folderFileName = "_folder.yml";

export function kindOf(path: string): FileKind {
  const name = nameOf(path);
  if (name === folderFileName) return "folderFile";
  return /\.(?:mdx?|markdown)$/i.test(name) ? "page" : "asset";
}

/**
 * Hidden names, such as `.git`, are settings of tools: a pull would write them where those tools
 * read them.
 */
export function isHidden(path: string): boolean {
  return path.split("/").some((name) => name.startsWith("."));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The folder of a path, or null at the root. */
export function parentOf(path: string): string | null {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? null : path.slice(0, slash);
}

export interface ReadName {
  /** The leading number, as in `01-install.md`, or null. */
  readonly order: number | null;
  /** The name without the number and the extension. */
  readonly stem: string;
}

// Not 1.0-notes.md nor 2026-11-release.md: versions and dates are names.
const prefix = /^(\d{1,3})(?:[-_]|\.[ _-]?)(?=[^\d\s])/;

export function readName(name: string): ReadName {
  const whole = name.replace(/\.(?:mdx?|markdown)$/i, "");
  const found = prefix.exec(whole);
  if (found === null) return { order: null, stem: whole };
  return { order: Number(found[1]), stem: whole.slice(found[0].length) };
}

/** `getting-started` as `Getting started`. */
export function humanise(stem: string): string {
  const words = stem.replaceAll(/[-_\s]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The page that opens a folder: its index, or else its README. */
export function findIndex(names: Iterable<string>): string | null {
  const all = [...names];
  return (
    all.find((name) => /^index\.(?:mdx?|markdown)$/i.test(name)) ??
    all.find((name) => /^readme\.(?:mdx?|markdown)$/i.test(name)) ??
    null
  );
}

/** A title as it is stored: one line of at most 120 characters, or null if it is empty. */
export function cleanTitle(text: string | undefined): string | null {
  const line = (text ?? "").replaceAll(/[\p{Cc}\p{Cs}\uFEFF]+/gu, " ").trim();
  const cut = line.slice(0, 120).toWellFormed().replace(/�$/u, "").trim();
  return cut === "" ? null : cut;
}
