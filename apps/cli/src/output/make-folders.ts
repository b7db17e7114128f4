import { mkdirSync, statSync } from "node:fs";
import path from "node:path";

/**
 * Creates a folder and its missing parents one at a time: `mkdirSync` with `recursive` never returns below `/proc`,
 * where nothing can be created.
 * @throws the error of the operating system
 */
export function makeFolders(folder: string): void {
  const missing: string[] = [];
  for (let at = path.resolve(folder); !isThere(at); at = path.dirname(at)) missing.push(at);
  for (const one of missing.toReversed()) makeFolder(one);
}

function isThere(folder: string): boolean {
  const present = statSync(folder, { throwIfNoEntry: false });
  if (present?.isDirectory() === false) throw new Error(`${folder} is not a folder`);
  return present !== undefined;
}

// Another process may create the same folder at the same time.
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
