import type { ProblemList } from "../problems/problem-list.ts";
import { listReferences } from "../template/compile-template.ts";
import { walk } from "../template/render-template.ts";
import type { Layer, Reference, Template } from "../template/template.types.ts";
import { nothing } from "../values/nothing.ts";
import type { PlacedTemplate } from "./list-templates.ts";

/** The names that are valid at one location of a suite. */
export interface KnownNames {
  /**
   * Extractions of earlier cases, columns of the data, and the name of a loop take precedence over
   * the variables.
   */
  readonly isDynamic: (name: string) => boolean;
  readonly fixed: Layer;
  readonly variables: Layer;
  /** Names without a value that cause the case to be skipped and are not a mistake. */
  readonly mayLack: (name: string) => boolean;
  /** What to do about an unknown name. */
  readonly explain: (name: string) => string;
}

interface Check {
  readonly names: KnownNames;
  readonly field: string;
  readonly isInRequest: boolean;
  readonly problems: ProblemList;
  readonly reported: Set<string>;
  /** Variables that were already checked, because several may refer to the same ones. */
  readonly checked: Set<string>;
}

function report(check: Check, ...[code, message]: [Parameters<ProblemList["add"]>[1], string]) {
  if (check.reported.has(message)) return;
  check.reported.add(message);
  check.problems.add(check.field, code, message);
}

/** Whether the rest of a dotted name can exist, as far as that is known in advance. */
function leadsSomewhere(template: Template, path: readonly string[]): boolean {
  return template.kind !== "constant" || walk(template.value, path) !== nothing;
}

function checkReference(reference: Reference, open: readonly string[], check: Check): void {
  if (reference.builtIn !== undefined) return;
  const { isDynamic, fixed, variables } = check.names;
  for (const { base, path } of reference.readings) {
    if (fixed.has(base) || isDynamic(base)) return;
    const variable = variables.get(base);
    if (variable === undefined || !leadsSomewhere(variable.template, path)) continue;
    if (variable.isSecret && !check.isInRequest) {
      const message = `{{${base}}} is a secret, which resolves only in requests: remove it here.`;
      report(check, "SECRET_OUTSIDE_REQUEST", message);
    }
    checkVariable(base, variable.template, open, check);
    return;
  }
  if (reference.readings.some(({ base }) => check.names.mayLack(base))) return;
  report(check, "UNRESOLVED_VARIABLE", check.names.explain(reference.name));
}

function checkVariable(
  name: string,
  template: Template,
  open: readonly string[],
  check: Check,
): void {
  if (open.includes(name)) {
    const circle = [...open.slice(open.indexOf(name)), name].join(" → ");
    report(
      check,
      "VARIABLE_CYCLE",
      `The variables refer to each other (${circle}): remove one reference.`,
    );
    return;
  }
  if (check.checked.has(name)) return;
  for (const reference of listReferences(template)) {
    checkReference(reference, [...open, name], check);
  }
  check.checked.add(name);
}

/** Finds unknown names in a template, cycles, and secrets where none are allowed. */
export function checkTemplate(
  placed: PlacedTemplate,
  names: KnownNames,
  problems: ProblemList,
): void {
  const { field, isInRequest } = placed;
  const check: Check = {
    names,
    field,
    isInRequest,
    problems,
    reported: new Set(),
    checked: new Set(),
  };
  for (const reference of listReferences(placed.template)) checkReference(reference, [], check);
}
