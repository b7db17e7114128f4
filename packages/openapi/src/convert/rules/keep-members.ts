import type { FindingSeverity as Severity } from "@lintel/contract/words/design";
import { dropMembers } from "../model/edit-members.ts";
import type { Translation } from "../model/rule.types.ts";

/** The translation of members that the other version does not have: a record keeps them. */
export function keepMembers(
  names: readonly string[],
  severity: Severity,
  message: string,
): Translation {
  const kept = new Set(names);
  return {
    watches: names,
    severity,
    message,
    apply: (object) => dropMembers(object, (name) => kept.has(name)),
  };
}
