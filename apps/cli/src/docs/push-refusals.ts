import type { DocConflict } from "@lintel/contract/shapes/doc-files";
import type { Failure } from "../outcome/failure.ts";
import { conflictFailure } from "./docs-choices.ts";

export function lockedFailure(locked: readonly DocConflict[]): Failure {
  const files = locked.map(({ path, lockedBy }) => `${path} (${lockedBy ?? "someone"})`);
  const fix = "Ask them to finish, or push again later. Nothing was changed.";
  return conflictFailure("Someone is editing these pages:", files, fix);
}

export function changedFailure(changed: readonly DocConflict[]): Failure {
  const files = changed.map(({ path, reason }) => `${path} (${reason} on the server)`);
  const fix =
    "Your files were not changed. --merge merges both sides (or use `lintel docs pull --merge` to check first); --force overwrites the server's files and keeps them in .lintel.";
  return conflictFailure(
    "Changed on the server since your last sync; nothing was pushed:",
    files,
    fix,
  );
}

export function changedAfter(): Failure {
  const fix = "Nothing was changed. Push again to see the new changes.";
  return conflictFailure("The documentation changed during the push.", [], fix);
}
