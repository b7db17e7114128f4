import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const folder = path.join(
  process.env["LINTEL_CORPUS"] ?? path.join(import.meta.dirname, "../../../../../shared/corpus"),
  "openapi",
);

/** Says why tests over the documents of others are skipped, or null where they are at hand. */
export const missingCorpus: string | null = existsSync(folder)
  ? null
  : "The corpus of documents is not here: name its folder in LINTEL_CORPUS to run these tests.";

if (missingCorpus !== null) console.warn(missingCorpus);

/** The names of the corpus' documents; none where it is missing. */
export const corpusNames: readonly string[] =
  missingCorpus === null
    ? readdirSync(folder).filter((name) => /\.(?:json|ya?ml)$/.test(name) && name !== "index.json")
    : [];

export const readCorpus = (name: string): Buffer => readFileSync(path.join(folder, name));
