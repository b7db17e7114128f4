import type { ProblemRecord } from "@lintel/client/problem-record";

/** The fields of a violation of the policy that a person needs. */
interface Violation {
  readonly code: string;
  readonly message: string;
}

/** What the policy of the organization does not allow; nothing for another refusal. */
export function listViolations({ code, violations }: ProblemRecord): Violation[] {
  if (code !== "DEPRECATION_POLICY_VIOLATION" || !Array.isArray(violations)) return [];
  return (violations as unknown[]).filter(isViolation);
}

function isViolation(value: unknown): value is Violation {
  if (typeof value !== "object" || value === null) return false;
  const { code, message } = value as Partial<Record<string, unknown>>;
  return typeof code === "string" && typeof message === "string";
}

type Fix = (
  problem: ProblemRecord,
  called: { readonly hasOption: (name: string) => boolean },
) => string;

/** What to do after the refusals of plans, in the options of `lintel deprecate`. */
export const deprecationFixes: Readonly<Record<string, Fix>> = {
  ACTIVE_CONSUMERS: () => "Notify them first, or add --confirm-active-consumers.",
  ALREADY_DEPRECATED: () =>
    "`lintel deprecate show` shows the plan, `lintel deprecate change` changes it, and `lintel deprecate cancel` ends it.",
  COMMENT_REQUIRED: () => "Add --comment TEXT, which says why.",
  DEPRECATION_POLICY_VIOLATION: fixViolations,
  INVALID_PHASE: () => "`lintel deprecate show` shows the phase of the plan.",
  JUSTIFICATION_REQUIRED: () => "Add --justification TEXT, which says why the checks are skipped.",
  SUNSET_NOT_LATER: () =>
    "Give --sunset a later date, or run `lintel deprecate cancel` and announce it again.",
};

function fixViolations(
  problem: ProblemRecord,
  { hasOption }: { readonly hasOption: (name: string) => boolean },
): string {
  const policy = "`lintel deprecate policy` shows the policy.";
  if (!hasOption("sunset"))
    return `Correct the plan with \`lintel deprecate change\`, and try again; ${policy}`;
  const violated = new Set(listViolations(problem).map(({ code }) => code));
  const options = [
    ...(violated.has("SUNSET_TOO_EARLY") ? [`--sunset ${firstDay(problem)}`] : []),
    ...(violated.has("MIGRATION_GUIDE_REQUIRED") ? ["--guide FILE"] : []),
    ...(violated.has("SUCCESSOR_REQUIRED") ? ["--successor OPERATION"] : []),
  ];
  return options.length === 0 ? policy : `Add ${options.join(" and ")}; ${policy}`;
}

const dayMs = 24 * 3600 * 1000;

/** The first date whose beginning the policy allows. */
function firstDay({ earliestSunsetAt }: ProblemRecord): string {
  const at = typeof earliestSunsetAt === "string" ? Date.parse(earliestSunsetAt) : Number.NaN;
  if (Number.isNaN(at)) return "DATE";
  return new Date(Math.ceil(at / dayMs) * dayMs).toISOString().slice(0, 10);
}
