import { existsSync, readFileSync } from "node:fs";
import { CORE_SCHEMA, load, YAMLException } from "js-yaml";
import type { IgnoreEntry } from "@lintel/scanner/ignore-list";
import { usageFailure } from "../outcome/failure.ts";
import type { Engine } from "./load-engine.ts";

/** Read where no other file is named, if it exists. */
const ignoreFile = ".lintel-scan-ignore.yaml";

/** @throws Failure if a named file does not exist, or a file cannot be read */
export function readIgnoreFile(named: string | undefined, engine: Engine): readonly IgnoreEntry[] {
  const file = named ?? ignoreFile;
  if (!existsSync(file)) {
    if (named === undefined) return [];
    throw usageFailure(`The ignore file ${file} does not exist.`, "Check --ignore-file.");
  }
  const read = engine.readIgnores(parseYaml(file));
  if (typeof read !== "string") return read;
  throw refuse(file, read);
}

/** A day stays a text in this schema. */
function parseYaml(file: string): unknown {
  try {
    return load(readFileSync(file, "utf8"), { schema: CORE_SCHEMA });
  } catch (error) {
    if (error instanceof YAMLException) throw refuse(file, error.reason);
    throw error;
  }
}

const refuse = (file: string, why: string) =>
  usageFailure(`The ignore file ${file} is not valid: ${why}.`, "Correct the file.");
