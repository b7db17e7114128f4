import { JsonPathError } from "../matching/json-path.ts";
import { PatternError } from "../matching/pattern.ts";
import { TemplateError } from "../template/template-error.ts";
import type { PlanProblem, PlanProblemCode } from "./plan-problem.ts";

/** Collects everything that is wrong, so that one answer names it all. */
export interface ProblemList {
  readonly found: readonly PlanProblem[];
  add(field: string, code: PlanProblemCode, message: string): void;
  /** What the work gives; undefined, and a problem, where a template, path or pattern is wrong. */
  attempt<T>(field: string, work: () => T): T | undefined;
}

function findCode(error: unknown): PlanProblemCode | undefined {
  if (error instanceof TemplateError) return "INVALID_TEMPLATE";
  if (error instanceof JsonPathError) return "INVALID_JSON_PATH";
  if (error instanceof PatternError) return "INVALID_PATTERN";
  return undefined;
}

const remedies: Partial<Record<PlanProblemCode, string>> = {
  INVALID_JSON_PATH: "Write a JSONPath as RFC 9535 has it, for example $.items[0].id.",
  INVALID_PATTERN: "Write a regular expression of JavaScript.",
};

export function makeProblemList(): ProblemList {
  const found: PlanProblem[] = [];
  const add: ProblemList["add"] = (field, code, message) => {
    found.push({ field, code, message });
  };
  return {
    found,
    add,
    attempt(field, work) {
      try {
        return work();
      } catch (error) {
        const code = findCode(error);
        if (code === undefined || !(error instanceof Error)) throw error;
        add(field, code, [`${error.message}.`, remedies[code]].filter(Boolean).join(" "));
        return undefined;
      }
    },
  };
}
