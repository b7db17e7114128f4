import { lstatSync } from "node:fs";
import path from "node:path";
import { Failure } from "../outcome/failure.ts";
import { cleanText } from "../output/clean-text.ts";

/**
 * Nothing is written or removed through a link, which could lead out of the folder.
 * @throws Failure naming the first link in the path of one of the files
 */
export function refuseLinks(folder: string, files: Iterable<string>): void {
  const seen = new Set<string>();
  for (const file of files) {
    const names = file.split("/");
    for (let count = 1; count <= names.length; count += 1) {
      const at = names.slice(0, count).join("/");
      if (seen.has(at)) continue;
      seen.add(at);
      const found = lstatSync(path.join(folder, at), { throwIfNoEntry: false });
      if (found?.isSymbolicLink() === true) throw linked(folder, at);
    }
  }
}

function linked(folder: string, at: string): Failure {
  return new Failure({
    exit: "usage",
    code: "PATH_LINKED",
    what: `${cleanText(path.join(folder, at))} is a link and could lead out of the folder.`,
    fix: "Replace it with a folder or a file, or pull into another folder. Nothing was written.",
  });
}
