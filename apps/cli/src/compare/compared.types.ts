import type { ComparisonResult } from "@lintel/compare/model/result.types";
import type { Exit } from "../outcome/exit-codes.ts";

/** Two documents with their names for people, their differences, and the effect on clients. */
export interface Compared {
  readonly before: string;
  readonly after: string;
  readonly result: ComparisonResult;
  readonly exit: Exit;
}
