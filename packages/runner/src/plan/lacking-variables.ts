import type { PlannedCase } from "./plan.types.ts";
import { isEnabled, type PlacedCase } from "./select-cases.ts";

/** Names that a case asks for itself with `when`: where one has no value, the case is skipped. */
export function listGuardedNames({ when }: PlannedCase): ReadonlySet<string> {
  if (when?.operator.name !== "exists" || when.value.kind !== "reference") return new Set();
  return new Set(when.value.reference.readings.map(({ base }) => base));
}

/**
 * Why a set-up or tear-down case is skipped that uses `name`: an earlier case extracts it, and that
 * one is left out of the run. Null where nothing of that is so. A test names what it needs in
 * `dependsOn`, which brings that along; set-up and tear-down are in every run, whatever is chosen.
 *
 * @param running - the fields of the cases before this one that the run has
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
