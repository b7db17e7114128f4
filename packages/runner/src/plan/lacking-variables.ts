import type { PlannedCase } from "./plan.types.ts";
import { isEnabled, type PlacedCase } from "./select-cases.ts";

/** Names that a case checks with `when`: if one has no value, the case is skipped. */
export function listGuardedNames({ when }: PlannedCase): ReadonlySet<string> {
  if (when?.operator.name !== "exists" || when.value.kind !== "reference") return new Set();
  return new Set(when.value.reference.readings.map(({ base }) => base));
}

/**
 * Why a set-up or tear-down case that uses `name` is skipped: an earlier case extracts it, and that
 * case is not in the run. Otherwise null. A test names its dependencies in `dependsOn`, which adds
 * them to the run; set-up and tear-down are in every run.
 *
 * @param running - the fields of the cases before this one that are in the run
 */
export function explainLack(
  name: string,
  { planned, field }: { readonly planned: PlannedCase; readonly field: string },
  all: readonly PlacedCase[],
  running: ReadonlySet<string>,
): string | null {
  if (planned.phase === "test") return null;
  const place = all.findIndex((placed) => placed.field === field);
  const provider = all
    .slice(0, Math.max(0, place))
    .find(
      (placed) =>
        !running.has(placed.field) &&
        placed.definition.extractions?.some((extraction) => extraction.name === name),
    );
  if (provider === undefined) return null;
  const why = isEnabled(provider) ? "does not run" : "is disabled";
  return `{{${name}}} comes from "${provider.definition.name}", which ${why}`;
}
