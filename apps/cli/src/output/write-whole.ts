import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { usageFailure } from "../outcome/failure.ts";
import { makeFolders } from "./make-folders.ts";

/**
 * Writes a file completely or not at all, so that a reader never sees a part. Creates folders.
 * @throws Failure
 */
export function writeWhole(file: string, text: string | Uint8Array): void {
  try {
    makeFolders(path.dirname(file));
    const present = statSync(file, { throwIfNoEntry: false });
    if (present?.isDirectory() === true) throw new Error("it is a folder");
    // A pipe or a device is written to, never replaced.
    if (present !== undefined && !present.isFile()) writeFileSync(file, text);
    else replaceFile(present === undefined ? file : realpathSync(file), text, present?.mode);
  } catch (error) {
    throw usageFailure(
      `${file} cannot be written: ${(error as Error).message}.`,
      "Choose a path that you can write to.",
    );
  }
}

function replaceFile(file: string, text: string | Uint8Array, mode = 0o666): void {
  const partial = `${file}.${process.pid}.part`;
  try {
    writeFileSync(partial, text, { mode, flag: "wx" });
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}
