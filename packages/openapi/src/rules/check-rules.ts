import type { OpenApiVersion } from "@lintel/contract/words/design";
import { writePointer } from "@lintel/json/pointer";
import type { JsonObject } from "@lintel/json/value";
import type { ObjectKind } from "../grammar/object-kinds.ts";
import { walkObjects, type Visit } from "../grammar/walk-objects.ts";
import { makeFinder } from "./find-reference.ts";
import type { Rule, RuleContext, RuleVisits } from "./form/rule.types.ts";

interface RuleFinding<Severity> {
  readonly code: string;
  readonly severity: Severity;
  readonly pointer: string;
  readonly message: string;
}

/** A rule during the walk, with the maximum number of findings that the caller asks for. */
interface Running<Severity> {
  readonly visits: RuleVisits;
  readonly findings: readonly RuleFinding<Severity>[];
}

type Shared = Omit<RuleContext, "report">;

function begin<Severity extends string>(
  rule: Rule<Severity>,
  shared: Shared,
  most: number,
): Running<Severity> {
  const { code, severity } = rule;
  const findings: RuleFinding<Severity>[] = [];
  const report = (path: readonly (string | number)[], message: string) => {
    if (findings.length >= most) return;
    findings.push({ code, severity, pointer: writePointer(path), message });
  };
  return { visits: rule.begin({ ...shared, report }), findings };
}

/** Runs rules in one walk over the document; the findings are in the order of the rules. */
export function checkRules<Severity extends string>(
  rules: readonly Rule<Severity>[],
  document: JsonObject,
  version: OpenApiVersion,
  most: number,
): readonly RuleFinding<Severity>[] {
  if (rules.length === 0) return [];
  const shared = { document, version, ...makeFinder(document) };
  const running = rules.map((rule) => begin(rule, shared, most));
  const everywhere = running.flatMap(({ visits }) => visits.each ?? []);
  const byKind = new Map<ObjectKind, Visit[]>();
  for (const { visits } of running) {
    for (const [kind, visit] of Object.entries(visits.on ?? {}) as [ObjectKind, Visit][]) {
      byKind.set(kind, [...(byKind.get(kind) ?? []), visit]);
    }
  }
  walkObjects(document, "document", (object, kind, path) => {
    for (const visit of everywhere) visit(object, kind, path);
    for (const visit of byKind.get(kind) ?? []) visit(object, kind, path);
  });
  return running.flatMap(({ findings }) => findings);
}
