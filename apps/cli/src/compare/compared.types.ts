import type { ComparisonResult } from "@lintel/compare/model/result.types";
import type { Exit } from "../outcome/exit-codes.ts";

/** Two documents by their names for people, what lies between them, and what that means. */
export interface Compared {
  readonly before: string;
  readonly after: string;
  readonly result: ComparisonResult;
  readonly exit: Exit;
}
