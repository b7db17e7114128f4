import type { OptionValues } from "../command-line/option.types.ts";
import { Failure, usageFailure } from "../outcome/failure.ts";
import { cleanText } from "../output/clean-text.ts";
import type { Settling } from "./take-files.ts";

/** @throws Failure where two ways to settle conflicts are asked for. */
export function readSettling(options: OptionValues): Settling {
  const isForced = options.isSet("force");
  if (isForced && options.isSet("merge")) {
    throw usageFailure("--merge keeps both sides, --force one of them.", "Give one of the two.");
  }
  if (isForced) return "force";
  return options.isSet("merge") ? "merge" : "refuse";
}

const mostNamed = 20;

/** Both sides changed; says which files, and what to do. */
export function conflictFailure(what: string, files: readonly string[], fix: string): Failure {
  const named = files.slice(0, mostNamed).map((file) => cleanText(file));
  const hidden = files.length - named.length;
  return new Failure({
    exit: "conflict",
    code: "DOCS_CONFLICT",
    what,
    why: [...named, ...(hidden > 0 ? [`… and ${hidden} more`] : [])],
    fix,
  });
}

/** @throws Failure where a merge left both sides standing. */
export function refuseMarked(files: readonly string[]): void {
  if (files.length === 0) return;
  throw conflictFailure(
    "Both sides still stand between <<<<<<< and >>>>>>> in these files:",
    files,
    "Edit them, take the marks out, and push again. Nothing was sent.",
  );
}
