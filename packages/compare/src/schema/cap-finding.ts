import type { Finding } from "../report/recorder.ts";
import type { Mode } from "./mode.ts";
import type { SchemaView } from "./schema-view.types.ts";

/** The minimum or maximum severity of a keyword's change, which overrides its rule. */
export function capFinding(
  mode: Mode,
  before: SchemaView,
  after: SchemaView,
): Pick<Finding, "cap" | "reason"> {
  if (mode.direction === null) return { cap: "info", reason: "No endpoint uses the schema." };
  return mode.isOpaque || areEntangled(before, after) ? { cap: "at-least-warn" } : {};
}

/**
 * Which members are unevaluated depends on all keywords for the same value. If there are several,
 * the effect of a single change is unknown.
 */
function areEntangled(before: SchemaView, after: SchemaView): boolean {
  const views = [before, after];
  const isSealed = views.some(
    ({ unevaluatedProperties, unevaluatedItems }) =>
      unevaluatedProperties.length + unevaluatedItems.length > 0,
  );
  const isCompound = ({ parts, groups, conditions, contains, dependentSchemas }: SchemaView) =>
    parts.length > 1 ||
    groups.length + conditions.length + contains.length > 0 ||
    dependentSchemas !== null;
  return isSealed && views.some(isCompound);
}
