import { existsSync, readFileSync } from "node:fs";
import type { IgnoreEntry } from "@lintel/scanner/ignore-list";
import { usageFailure } from "../outcome/failure.ts";
import type { Engine } from "./load-engine.ts";

/** Read where no other file is named, if it exists. */
export const ignoreFile = ".lintel-scan-ignore.yaml";

/** @throws Failure if a named file does not exist, or a file cannot be read */
export function readIgnoreFile(named: string | undefined, engine: Engine): readonly IgnoreEntry[] {
  const file = named ?? ignoreFile;
  if (!existsSync(file)) {
    if (named === undefined) return [];
    throw usageFailure(`The ignore file ${file} does not exist.`, "Check --ignore-file.");
  }
  const read = engine.readIgnores(readFileSync(file, "utf8"));
  if (typeof read !== "string") return read;
  throw usageFailure(`The ignore file ${file} is not valid: ${read}.`, "Correct the file.");
}
