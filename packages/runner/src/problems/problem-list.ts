import { JsonPathError } from "../matching/json-path.ts";
import { PatternError } from "../matching/pattern.ts";
import { TemplateError } from "../template/template-error.ts";
import type { PlanProblem, PlanProblemCode } from "./plan-problem.ts";

/** Collects all problems, so that one answer lists all of them. */
export interface ProblemList {
  readonly found: readonly PlanProblem[];
  add(field: string, code: PlanProblemCode, message: string): void;
  /**
   * The result of the work. Undefined, with a problem added, if a template, path or pattern is
   * invalid.
   */
  attempt<T>(field: string, work: () => T): T | undefined;
}

function findCode(error: unknown): PlanProblemCode | undefined {
  if (error instanceof TemplateError) return "INVALID_TEMPLATE";
  if (error instanceof JsonPathError) return "INVALID_JSON_PATH";
  if (error instanceof PatternError) return "INVALID_PATTERN";
  return undefined;
}

const remedies: Partial<Record<PlanProblemCode, string>> = {
  INVALID_JSON_PATH: "Write a JSONPath as defined in RFC 9535, for example $.items[0].id.",
  INVALID_PATTERN: "Write a JavaScript regular expression.",
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
