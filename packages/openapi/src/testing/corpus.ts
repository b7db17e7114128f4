import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { findInCorpus } from "@lintel/contract/testing/corpus-folder";

const repository = path.join(import.meta.dirname, "../../../..");

function listDocuments(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /\.(?:json|ya?ml)$/.test(name) && name !== "index.json")
    .map((name) => path.join(folder, name));
}

/** Documents of the repository, which every test over documents uses. */
const own = [
  path.join(repository, "contract/openapi.json"),
  path.join(repository, "apps/bookshop/openapi.yaml"),
  ...listDocuments(path.join(import.meta.dirname, "documents")),
];

const folder = findInCorpus("openapi");

const files = new Map(
  [...own, ...(folder === undefined ? [] : listDocuments(folder))].map((file) => [
    file.startsWith(repository) ? `lintel__${path.basename(file)}` : path.basename(file),
    file,
  ]),
);

/**
 * The names of all documents: those of the repository, and those of the corpus if it is present.
 */
export const corpusNames: readonly string[] = [...files.keys()];

export function readCorpus(name: string): Buffer {
  const file = files.get(name);
  if (file === undefined) throw new Error(`There is no document ${name}.`);
  return readFileSync(file);
}
