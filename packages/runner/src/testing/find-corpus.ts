import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A file of the data of others that the project is measured against; undefined where it is absent. */
export function findCorpusFile(name: string): string | undefined {
  const beside = fileURLToPath(new URL("../../../../../shared/corpus", import.meta.url));
  const path = `${process.env["LINTEL_CORPUS"] ?? beside}/${name}`;
  return existsSync(path) ? path : undefined;
}
