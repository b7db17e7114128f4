import type { Output } from "../../api/api.ts";

/** The problems of a text, of which at most 500 are listed. */
export type Lint = Output<"lintSpecText">;
/** A problem, with its place and with changes that remove it. */
export type TextFinding = Lint["findings"][number];
export type TextFix = TextFinding["fixes"][number];

/** The open editor. Its text can have millions of characters: it is read when it is needed. */
export interface SourceView {
  read(): string;
  /** Replaces the text; the cursor stays at what it was at. */
  write(text: string): void;
  /** @param line - from 1 */
  goTo(line: number): void;
  /** Marks the problems of the text as it was when it was last settled. */
  show(findings: readonly TextFinding[]): void;
  /** Applies a fix of a problem that was shown. */
  fix(fix: TextFix): void;
}
