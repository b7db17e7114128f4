import { existsSync } from "node:fs";
import path from "node:path";

const besideTheRepository = path.join(import.meta.dirname, "../../../../../shared/corpus");

/** The folder of test data that is not part of the repository, from LINTEL_CORPUS; it may be absent. */
const corpusFolder = process.env["LINTEL_CORPUS"] ?? besideTheRepository;

/** The path of a file or folder of the corpus, or undefined, with a warning, where it is absent. */
export function findInCorpus(name: string): string | undefined {
  const found = path.join(corpusFolder, name);
  if (existsSync(found)) return found;
  console.warn(
    `Skipping the tests that read ${name}: set LINTEL_CORPUS to the folder that has it.`,
  );
  return undefined;
}
