import type { OptionValues } from "../command-line/option.types.ts";
import { Failure, usageFailure } from "../outcome/failure.ts";
import { cleanText } from "../output/clean-text.ts";
import type { Settling } from "./take-files.ts";

/** @throws Failure if two ways to resolve conflicts are given. */
export function readSettling(options: OptionValues): Settling {
  const isForced = options.isSet("force");
  if (isForced && options.isSet("merge")) {
    throw usageFailure("--merge and --force exclude each other.", "Give one of the two.");
  }
  if (isForced) return "force";
  return options.isSet("merge") ? "merge" : "refuse";
}

const maxNamed = 20;

/** Both sides changed: names the files and the remedy. */
export function conflictFailure(what: string, files: readonly string[], fix: string): Failure {
  const named = files.slice(0, maxNamed).map((file) => cleanText(file));
  const hidden = files.length - named.length;
  return new Failure({
    exit: "conflict",
    code: "DOCS_CONFLICT",
    what,
    why: [...named, ...(hidden > 0 ? [`… and ${hidden} more`] : [])],
    fix,
  });
}

/** @throws Failure if a merge left conflict marks. */
export function refuseMarked(files: readonly string[]): void {
  if (files.length === 0) return;
  throw conflictFailure(
    "These files still contain conflict marks (<<<<<<< and >>>>>>>):",
    files,
    "Edit them, remove the marks, and push again. Nothing was sent.",
  );
}
