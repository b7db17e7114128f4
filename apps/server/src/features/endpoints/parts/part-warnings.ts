import type { Warning } from "@lintel/contract/shapes/design";
import { warnNamed } from "../../../domain/design/warnings.ts";

/** Names the fields that said something, were left out of a change, and say nothing any more. */
export function warnCleared<View extends object>(
  before: View | null,
  after: View,
  input: object,
  fields: readonly (keyof View & string)[],
): Warning[] {
  if (before === null) return [];
  const cleared = fields.filter(
    (field) =>
      !(field in input) && before[field] !== null && (after[field] === null || after[field] === ""),
  );
  return warnNamed(cleared);
}
