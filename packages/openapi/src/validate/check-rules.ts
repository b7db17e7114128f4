import type { ObjectKind } from "../grammar/object-kinds.ts";
import { walkObjects, type Visit } from "../grammar/walk-objects.ts";
import type { Finding } from "../values/finding.ts";
import { writePointer } from "@lintel/json/pointer";
import type { JsonObject } from "@lintel/json/value";
import type { OpenApiVersion } from "../values/openapi-version.ts";
import { makeFinder } from "./find-reference.ts";
import { ruleTable } from "./rule-table.ts";
import type { Rule, RuleContext, RuleVisits } from "./rules/rule.types.ts";

/** A rule at work, and what it has found: each at most as much as is asked for. */
interface Running {
  readonly visits: RuleVisits;
  readonly findings: readonly Finding[];
}

type Shared = Omit<RuleContext, "report">;

function begin(rule: Rule, shared: Shared, most: number): Running {
  const { code, severity } = rule;
  const findings: Finding[] = [];
  const report = (path: readonly (string | number)[], message: string) => {
    if (findings.length >= most) return;
    findings.push({ code, severity, pointer: writePointer(path), message });
  };
  return { visits: rule.begin({ ...shared, report }), findings };
}

/** Checks the rules in one walk over the document; the findings come rule by rule. */
export function checkRules(
  document: JsonObject,
  version: OpenApiVersion,
  most: number,
): readonly Finding[] {
  const shared = { document, version, ...makeFinder(document) };
  const running = ruleTable.map((rule) => begin(rule, shared, most));
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
