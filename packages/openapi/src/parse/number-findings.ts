import type { Finding } from "../values/finding.ts";
import { writePointer, type Step } from "../values/json-pointer.ts";
import { DocumentError } from "./document-error.ts";
import { mostNumberWarnings } from "./limits.ts";
import { isRounded } from "./number-text.ts";
import { findPosition } from "./position.ts";
import { shorten } from "../values/shorten.ts";

/** Judges one number as it is written: warns where it is rounded, refuses where it is no number. */
export type NumberJudge = (written: string, offset: number, path: readonly Step[]) => void;

/** A judge that adds to `findings`; an infinite number has no place in JSON, so it is refused. */
export function makeNumberJudge(text: string, findings: Finding[]): NumberJudge {
  return (written, offset, path) => {
    if (!Number.isFinite(Number(written))) {
      throw new DocumentError(
        "NUMBER_TOO_LARGE",
        `The number ${shorten(written)} is beyond what JSON programs keep: write it as text, in quotes`,
        findPosition(text, offset),
      );
    }
    if (findings.length >= mostNumberWarnings || !isRounded(written)) return;
    findings.push({
      code: "NUMBER_ROUNDED",
      severity: "warn",
      pointer: writePointer(path),
      message: `${shorten(written)} is kept as ${String(Number(written))}: write it as text to keep every digit.`,
    });
  };
}
