import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { Failure } from "../outcome/failure.ts";

/**
 * Replaces a file with JSON atomically: a reader sees the old one or the new one. Only the user can read it and its
 * folder, because it contains secrets.
 * @throws Failure
 */
export function writePrivateFile(file: string, value: unknown): void {
  const partial = `${file}.${process.pid}.tmp`;
  try {
    makePrivateFolder(path.dirname(file));
    rmSync(partial, { force: true });
    writeFileSync(partial, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    renameSync(partial, file);
  } catch (error) {
    discard(partial);
    throw refuseWrite(file, error);
  }
}

export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // An existing folder would otherwise keep its mode.
  chmodSync(folder, 0o700);
}

/** The failure for a file of the config folder that cannot be written. */
export function refuseWrite(file: string, error: unknown): Failure {
  return new Failure({
    exit: "usage",
    code: "CONFIG_UNWRITABLE",
    what: `The ${path.basename(file) === "config.json" ? "config file" : "file with your sign-ins"} cannot be written.`,
    why: [file, error instanceof Error ? error.message : String(error)],
    fix: "Make the folder writable, or set XDG_CONFIG_HOME to another one.",
    cause: error,
  });
}

function discard(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The folder is the cause, which is already reported.
  }
}
