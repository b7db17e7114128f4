import { Failure } from "../outcome/failure.ts";

/** Why a text cannot be imported as a document. */
export interface Unreadable {
  readonly code: string;
  /** With line and column of the error, if known. */
  readonly message: string;
  readonly position: object | null;
}

/** Explains in the terms of the command line why a document cannot be read. */
export function refuseDocument({ code, message, position }: Unreadable, name: string): Failure {
  return new Failure({
    exit: "failed",
    code,
    what: `${name} cannot be read as an OpenAPI document: ${message}.`,
    fix:
      position === null
        ? "Correct the document, or give another one."
        : "Correct the document there.",
  });
}
