import type { ProblemList } from "../problems/problem-list.ts";
import { hasScheme, readStart } from "./check-address.ts";
import { checkTemplate, type KnownNames } from "./check-variables.ts";
import { explainLack, listGuardedNames } from "./lacking-variables.ts";
import { listTemplates } from "./list-templates.ts";
import { baseUrlName } from "./plan-variables.ts";
import type { PlannedCase, RunPlan } from "./plan.types.ts";
import type { PlacedCase } from "./select-cases.ts";

/** The context for checking the cases of a run. */
export interface CaseContext {
  readonly plan: Pick<RunPlan, "fixed" | "variables" | "environment">;
  /** Every case of the suite, to report which one extracts a name. */
  readonly all: readonly PlacedCase[];
  /** Columns that every row has, and columns that only some rows have. */
  readonly columns: ReadonlySet<string>;
  readonly looseColumns: ReadonlyMap<string, number>;
}

function explainName(name: string, context: CaseContext): string {
  const start = `{{${name}}} has no value here.`;
  const row = context.looseColumns.get(name);
  if (row !== undefined)
    return `${start} Row ${row} of the data does not have it: add it to every row.`;
  const provider = context.all.find((placed) =>
    placed.definition.extractions?.some((extraction) => extraction.name === name),
  );
  if (provider !== undefined) {
    const { name: title } = provider.definition;
    return `${start} Case "${title}" extracts it: let that case run before this one, and name it in dependsOn.`;
  }
  if (name === baseUrlName) return `${start} Choose an environment.`;
  const hint =
    context.plan.environment === null
      ? "Choose an environment that has it, define it in the suite"
      : "Define it in the environment or the suite";
  return `${start} ${hint}, pass it with the run, or extract it in an earlier case.`;
}

function checkUrl(
  planned: PlannedCase,
  field: string,
  context: CaseContext,
  problems: ProblemList,
) {
  const { fixed, variables } = context.plan;
  const start = readStart(planned.request.url);
  const hasBase = fixed.has(baseUrlName) || variables.has(baseUrlName);
  if (hasBase || start === undefined || hasScheme(start)) return;
  const message = "A path needs a base URL: choose an environment, or write the complete address.";
  problems.add(`${field}.request.url`, "BASE_URL_MISSING", message);
}

function checkOAuth(
  planned: PlannedCase,
  field: string,
  context: CaseContext,
  problems: ProblemList,
) {
  const { auth, authOverride } = planned.request;
  const isUsed = [auth, authOverride].some((one) => one?.type === "oauth2");
  const url = context.plan.environment?.oauthTokenUrl ?? null;
  if (!isUsed || url !== null) return;
  const message = "oauth2 needs an environment with a token URL: set its oauthTokenUrl.";
  problems.add(`${field}.request.auth`, "OAUTH_TOKEN_URL_MISSING", message);
}

interface CheckedCase {
  readonly planned: PlannedCase;
  readonly field: string;
}

/** Checks the names that a case uses. Returns the case, with a reason to skip it if a value is missing. */
function checkNames(
  { planned, field }: CheckedCase,
  known: Pick<KnownNames, "isDynamic" | "explain">,
  explainLeftOut: (name: string) => string | null,
  context: CaseContext,
  problems: ProblemList,
): PlannedCase {
  const { fixed, variables } = context.plan;
  const guarded = listGuardedNames(planned);
  let skipReason: string | null = null;
  for (const placed of listTemplates(planned)) {
    if (placed.template.kind === "constant") continue;
    const alias = placed.isInLoop ? planned.foreach?.as : undefined;
    const mayLack = (name: string): boolean => {
      if (placed.mayLack || guarded.has(name)) return true;
      const reason = explainLeftOut(name);
      skipReason ??= reason;
      return reason !== null;
    };
    const isDynamic = (name: string) => known.isDynamic(name) || name === alias;
    const names: KnownNames = { ...known, isDynamic, fixed, variables, mayLack };
    checkTemplate({ ...placed, field: `${field}.${placed.field}` }, names, problems);
  }
  return skipReason === null ? planned : { ...planned, skipReason };
}

/**
 * Checks the cases of a run in the order in which they run, each with the names that it may use. A set-up or tear-down
 * case is skipped if it needs a value of a case that is not in the run.
 */
export function checkCases(
  cases: readonly CheckedCase[],
  context: CaseContext,
  problems: ProblemList,
): PlannedCase[] {
  const extracted = new Set<string>(context.columns);
  const running = new Set<string>();
  const isDynamic = (name: string) => extracted.has(name);
  const explain = (name: string) => explainName(name, context);
  return cases.map((one) => {
    const { planned, field } = one;
    // A case that never runs needs and provides nothing.
    if (planned.skipReason !== null) return planned;
    checkUrl(planned, field, context, problems);
    checkOAuth(planned, field, context, problems);
    const explainLeftOut = (name: string) => explainLack(name, one, context.all, running);
    const checked = checkNames(one, { isDynamic, explain }, explainLeftOut, context, problems);
    if (checked.skipReason !== null) return checked;
    running.add(field);
    for (const { name } of planned.extractions) extracted.add(name);
    return checked;
  });
}
