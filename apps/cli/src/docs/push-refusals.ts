import type { DocConflict } from "@lintel/contract/shapes/doc-files";
import type { Failure } from "../outcome/failure.ts";
import { conflictFailure } from "./docs-choices.ts";

export function lockedFailure(locked: readonly DocConflict[]): Failure {
  const files = locked.map(({ path, lockedBy }) => `${path} (${lockedBy ?? "someone"})`);
  const fix = "Ask them to finish, or push again later; nothing was changed.";
  return conflictFailure("Someone edits these pages now:", files, fix);
}

export function changedFailure(changed: readonly DocConflict[]): Failure {
  const files = changed.map(({ path, reason }) => `${path} (${reason} on the server)`);
  const fix =
    "Your files are as they were. --merge brings both together (or `lintel docs pull --merge`, to look first); --force puts yours in place and keeps the others in .lintel.";
  return conflictFailure(
    "Changed on the server since your last sync; nothing was pushed:",
    files,
    fix,
  );
}

export function changedAfter(): Failure {
  const fix = "Your files are as they were; nothing was changed. Push again to see what is new.";
  return conflictFailure("The documentation changed while it was pushed.", [], fix);
}
