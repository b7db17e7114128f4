import type { NormalizedProblem } from "@redocly/openapi-core";
import type { JsonObject } from "../values/json.ts";
import type { OpenApiVersion } from "../values/openapi-version.ts";
import type { ChosenRule } from "./choose-rules.ts";
import type { Engine } from "./load-engine.ts";
import { LocalReferences } from "./local-references.ts";

const specOf = { "3.0": "oas3_0", "3.1": "oas3_1", "3.2": "oas3_2" } as const;

export interface RuleRun {
  readonly problems: readonly NormalizedProblem[];
  /** Rules that could not read the document. */
  readonly failed: readonly ChosenRule[];
}

interface Running {
  readonly engine: Engine;
  readonly document: JsonObject;
  readonly version: OpenApiVersion;
}

type Visitors = Parameters<Engine["core"]["normalizeVisitors"]>[0];

const makeVisitors = ({ rules }: Engine, chosen: readonly ChosenRule[]): Visitors =>
  chosen.flatMap(({ rule, severity }) => {
    const made = rules.get(rule.name)?.({ severity }) ?? [];
    return [made].flat().map((visitor) => ({ ruleId: rule.name, severity, visitor }));
  });

/** Walks the document once for all the rules; throws where one of them does. */
function walk(
  { engine: { core, config }, engine, document: root, version }: Running,
  chosen: readonly ChosenRule[],
): readonly NormalizedProblem[] {
  const specVersion = specOf[version];
  const source = new core.Source("document", "");
  const document = { source, parsed: root };
  const types = core.normalizeTypes(core.getTypes(specVersion), config);
  const ctx = { problems: [], specVersion, config, visitorsData: {} };
  const rootType = types["Root"];
  if (rootType === undefined) throw new Error("The engine does not know OpenAPI documents.");
  core.walkDocument({
    document,
    rootType,
    normalizedVisitors: core.normalizeVisitors(makeVisitors(engine, chosen), types),
    resolvedRefMap: new LocalReferences(document, root),
    ctx,
  });
  return ctx.problems;
}

/**
 * Runs rules over a document. Rules expect shapes that a document need not have: where one of them
 * throws, each is run by itself, and those that throw are named.
 */
export function runRules(running: Running, chosen: readonly ChosenRule[]): RuleRun {
  try {
    return { problems: walk(running, chosen), failed: [] };
  } catch {
    if (chosen.length === 1) return { problems: [], failed: chosen };
    const runs = chosen.map((each) => runRules(running, [each]));
    return {
      problems: runs.flatMap(({ problems }) => problems),
      failed: runs.flatMap(({ failed }) => failed),
    };
  }
}
