import { mkdir, stat } from "node:fs/promises";
import path from "node:path";

/**
 * Makes a folder that only its owner may use, and those above it. One at a time: `mkdir` with `recursive`
 * never ends below `/proc`, where nothing can be made.
 *
 * @throws the error of the operating system
 */
export async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = [];
  for (let at = folder; !(await isThere(at)); at = path.dirname(at)) missing.push(at);
  for (const one of missing.toReversed()) {
    await mkdir(one, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

async function isThere(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false;
      throw error;
    },
  );
}
