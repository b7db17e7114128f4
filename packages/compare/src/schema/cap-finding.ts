import type { Finding } from "../report/recorder.ts";
import type { Mode } from "./mode.ts";
import type { SchemaView } from "./schema-view.types.ts";

/** How severe a change of a keyword is at least or at most, whatever its rule says. */
export function capFinding(
  mode: Mode,
  before: SchemaView,
  after: SchemaView,
): Pick<Finding, "cap" | "reason"> {
  if (mode.direction === null) return { cap: "info", reason: "No endpoint uses the schema." };
  return mode.isOpaque || areEntangled(before, after) ? { cap: "at-least-warn" } : {};
}

/**
 * What is not evaluated hangs on all keywords that look at the same value: where there are several
 * that do, the effect of one is not told by itself.
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
