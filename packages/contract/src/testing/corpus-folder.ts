import { existsSync } from "node:fs";
import path from "node:path";

const defaultFolder = path.join(import.meta.dirname, "../../../../../shared/corpus");

/** The folder of test data outside the repository, from LINTEL_CORPUS; it may be missing. */
const corpusFolder = process.env["LINTEL_CORPUS"] ?? defaultFolder;

/** The path of a file or folder of the corpus. If it is missing, warns and returns undefined. */
export function findInCorpus(name: string): string | undefined {
  const found = path.join(corpusFolder, name);
  if (existsSync(found)) return found;
  console.warn(
    `Skipping the tests that read ${name}: set LINTEL_CORPUS to the folder that contains it.`,
  );
  return undefined;
}
