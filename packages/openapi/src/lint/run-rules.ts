import type { OpenApiVersion } from "@lintel/contract/words/design";
import type { NormalizedProblem } from "@redocly/openapi-core";
import type { JsonObject } from "@lintel/json/value";
import type { ChosenRule } from "./choose-rules.ts";
import { runLimited, TooLongError } from "./run-limited.ts";
import { readTypes } from "./read-types.ts";
import type { RuleFailure } from "./lint-options.ts";
import type { Engine } from "./engine.types.ts";
import { LocalReferences } from "./local-references.ts";

const specOf = { "3.0": "oas3_0", "3.1": "oas3_1", "3.2": "oas3_2" } as const;

export interface RuleRun {
  readonly problems: readonly NormalizedProblem[];
  readonly failures: readonly RuleFailure[];
  /** Rules that were stopped; the findings before that count. */
  readonly stopped: readonly string[];
  /** Rules of the organization that do not fit the type of a value in the document. */
  readonly unfit: readonly string[];
}

export interface Running {
  readonly engine: Engine;
  readonly document: JsonObject;
  readonly version: OpenApiVersion;
  /** The time limit for each rule that runs patterns of the document. */
  readonly limitMs: number;
}

type Visitors = Parameters<Engine["core"]["normalizeVisitors"]>[0];

const makeVisitors = ({ rules }: Engine, chosen: readonly ChosenRule[]): Visitors =>
  chosen.flatMap(({ rule, severity, engine }) => {
    const options = { ...engine?.options, severity, allowAdditionalProperties: true };
    const made = rules.get(engine?.name ?? rule.name)?.(options) ?? [];
    return [made].flat().map((visitor) => ({ ruleId: rule.name, severity, visitor }));
  });

/** Walks the document once for all rules; throws if one of them does. */
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
  unfit: [],
});

function runAlone(running: Running, each: ChosenRule): RuleRun {
  try {
    return { problems: walk(running, [each]), failures: [], stopped: [], unfit: [] };
  } catch (error) {
    return failed(each.rule.name, error);
  }
}

/** The limits of one rule of an organization: the number of findings, and the length of each. */
const maxProblems = 2_000;
const maxProblemLength = 2_000;

/** A rule reached its limit. More findings would only fill memory. */
class EnoughError extends Error {}

/** A list to which the engine adds problems, with a limited number and length. */
function openBoundedList(): NormalizedProblem[] {
  const problems: NormalizedProblem[] = [];
  const push = (...added: NormalizedProblem[]): number => {
    for (const problem of added) {
      if (problems.length >= maxProblems) throw new EnoughError();
      problems[problems.length] = { ...problem, message: cut(problem.message) };
    }
    return problems.length;
  };
  Object.defineProperty(problems, "push", { value: push });
  return problems;
}

/** A copy, because a substring keeps the whole text in memory. */
const cut = (text: string) =>
  text.length <= maxProblemLength ? text : Buffer.from(text.slice(0, maxProblemLength)).toString();

function runLimitedRule(running: Running, each: ChosenRule): RuleRun {
  const { name } = each.rule;
  const problems = each.isCustom === true ? openBoundedList() : [];
  const run = { problems, failures: [], stopped: [], unfit: [] };
  try {
    runLimited(() => walk(running, [each], problems), running.limitMs);
    return run;
  } catch (error) {
    if (error instanceof EnoughError) return run;
    if (error instanceof TooLongError) return { ...run, stopped: [name] };
    return each.isCustom === true ? { ...run, unfit: [name] } : failed(name, error);
  }
}

const join = (runs: readonly RuleRun[]): RuleRun => ({
  problems: runs.flatMap(({ problems }) => problems),
  failures: runs.flatMap(({ failures }) => failures),
  stopped: runs.flatMap(({ stopped }) => stopped),
  unfit: runs.flatMap(({ unfit }) => unfit),
});

/** Whether the engine itself cannot walk the document, so that no rule can run. */
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
    return { problems: walk(running, chosen), failures: [], stopped: [], unfit: [] };
  } catch {
    return join(chosen.map((each) => runAlone(running, each)));
  }
}

/**
 * All rules of an organization together have the time limit of one rule. Those after the one that
 * exceeds it do not run.
 */
function runCustomRules(running: Running, chosen: readonly ChosenRule[]): RuleRun[] {
  const end = performance.now() + running.limitMs;
  const runs: RuleRun[] = [];
  for (const each of chosen) {
    const limitMs = Math.max(1, Math.floor(end - performance.now()));
    const run = runLimitedRule({ ...running, limitMs }, each);
    runs.push(run);
    if (run.stopped.length > 0) break;
  }
  return runs;
}

/**
 * Runs rules over a document. If one of them throws, each runs separately, so that the others
 * finish. Rules that run patterns of the document also run separately, with a time limit.
 */
export function runRules(running: Running, chosen: readonly ChosenRule[]): RuleRun {
  const reason = findEngineError(running);
  if (reason !== null) {
    const failures = chosen.map(({ rule }) => ({ rule: rule.name, reason }));
    return { problems: [], failures, stopped: [], unfit: [] };
  }
  const isLimited = ({ rule }: ChosenRule) => rule.isLimited === true;
  const together = runTogether(
    running,
    chosen.filter((each) => !isLimited(each)),
  );
  const limited = chosen.filter(isLimited);
  const alone = limited
    .filter(({ isCustom }) => isCustom !== true)
    .map((each) => runLimitedRule(running, each));
  const custom = limited.filter(({ isCustom }) => isCustom === true);
  return join([together, ...alone, ...runCustomRules(running, custom)]);
}
