import { Failure } from "../outcome/failure.ts";

/** Why a text is no document that can be taken in. */
export interface Unreadable {
  readonly code: string;
  /** With line and column where a place is at fault. */
  readonly message: string;
  readonly position: object | null;
}

/** A document that cannot be read, in the words of the command line. */
export function refuseDocument({ code, message, position }: Unreadable, name: string): Failure {
  return new Failure({
    exit: "failed",
    code,
    what: `${name} cannot be read as an OpenAPI document: ${message}.`,
    fix: position === null ? "Mend the document, or give another one." : "Mend the document there.",
  });
}
