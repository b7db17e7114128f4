import type { NormalizedProblem } from "@redocly/openapi-core";
import type { JsonObject } from "../values/json.ts";
import type { OpenApiVersion } from "../values/openapi-version.ts";
import type { ChosenRule } from "./choose-rules.ts";
import { runLimited, TooLongError } from "./run-limited.ts";
import { readTypes } from "./read-types.ts";
import type { RuleFailure } from "./lint.types.ts";
import type { Engine } from "./engine.types.ts";
import { LocalReferences } from "./local-references.ts";

const specOf = { "3.0": "oas3_0", "3.1": "oas3_1", "3.2": "oas3_2" } as const;

export interface RuleRun {
  readonly problems: readonly NormalizedProblem[];
  readonly failures: readonly RuleFailure[];
  /** Rules that were stopped: what they found until then counts. */
  readonly stopped: readonly string[];
}

export interface Running {
  readonly engine: Engine;
  readonly document: JsonObject;
  readonly version: OpenApiVersion;
  /** How long each rule may take that runs patterns of the document. */
  readonly limitMs: number;
}

type Visitors = Parameters<Engine["core"]["normalizeVisitors"]>[0];

const makeVisitors = ({ rules }: Engine, chosen: readonly ChosenRule[]): Visitors =>
  chosen.flatMap(({ rule, severity }) => {
    const made = rules.get(rule.name)?.({ severity, allowAdditionalProperties: true }) ?? [];
    return [made].flat().map((visitor) => ({ ruleId: rule.name, severity, visitor }));
  });

/** Walks the document once for all the rules; throws where one of them does. */
function walk(
  { engine: { core, config }, engine, document: root, version }: Running,
  chosen: readonly ChosenRule[],
  problems: NormalizedProblem[] = [],
): readonly NormalizedProblem[] {
  const specVersion = specOf[version];
  const source = new core.Source("document", "");
  const document = { source, parsed: root };
  const types = core.normalizeTypes(readTypes(core, specVersion), config);
  const ctx = { problems, specVersion, config, visitorsData: {} };
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

const describe = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

const failed = (rule: string, error: unknown): RuleRun => ({
  problems: [],
  failures: [{ rule, reason: describe(error) }],
  stopped: [],
});

function runAlone(running: Running, each: ChosenRule): RuleRun {
  try {
    return { problems: walk(running, [each]), failures: [], stopped: [] };
  } catch (error) {
    return failed(each.rule.name, error);
  }
}

function runLimitedRule(running: Running, each: ChosenRule): RuleRun {
  const { name } = each.rule;
  const problems: NormalizedProblem[] = [];
  try {
    runLimited(() => walk(running, [each], problems), running.limitMs);
    return { problems, failures: [], stopped: [] };
  } catch (error) {
    return error instanceof TooLongError
      ? { problems, failures: [], stopped: [name] }
      : failed(name, error);
  }
}

const join = (runs: readonly RuleRun[]): RuleRun => ({
  problems: runs.flatMap(({ problems }) => problems),
  failures: runs.flatMap(({ failures }) => failures),
  stopped: runs.flatMap(({ stopped }) => stopped),
});

/** Whether the engine itself cannot walk the document: then no rule can run. */
function findEngineError(running: Running): string | null {
  try {
    walk(running, []);
    return null;
  } catch (error) {
    return describe(error);
  }
}

function runTogether(running: Running, chosen: readonly ChosenRule[]): RuleRun {
  try {
    return { problems: walk(running, chosen), failures: [], stopped: [] };
  } catch {
    return join(chosen.map((each) => runAlone(running, each)));
  }
}

/**
 * Runs rules over a document. Where one of them throws, each is run alone, so that the others finish; so
 * are those that run patterns of the document, each for a limited time.
 */
export function runRules(running: Running, chosen: readonly ChosenRule[]): RuleRun {
  const reason = findEngineError(running);
  if (reason !== null) {
    const failures = chosen.map(({ rule }) => ({ rule: rule.name, reason }));
    return { problems: [], failures, stopped: [] };
  }
  const isLimited = ({ rule }: ChosenRule) => rule.isLimited === true;
  const together = runTogether(
    running,
    chosen.filter((each) => !isLimited(each)),
  );
  const alone = chosen.filter(isLimited).map((each) => runLimitedRule(running, each));
  return join([together, ...alone]);
}
