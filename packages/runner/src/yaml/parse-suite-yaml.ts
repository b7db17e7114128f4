import { CORE_SCHEMA, load, YAMLException } from "js-yaml";
import { isRecord } from "../values/deep-equal.ts";

/** What is wrong with a suite file; lines are counted from 1, null where none can be named. */
export interface YamlProblem {
  readonly line: number | null;
  readonly message: string;
}

const maxDepth = 60;

function explain(error: unknown, text: string): YamlProblem {
  if (!(error instanceof YAMLException)) {
    return { line: null, message: error instanceof Error ? error.message : String(error) };
  }
  const line = error.mark === undefined ? null : error.mark.line + 1;
  if (error.reason.includes("maxAliases")) {
    return { line, message: "Anchors and aliases are not read: write the value out." };
  }
  if (text.trim() === "") return { line: 1, message: "The file is empty: write a suite." };
  return { line, message: `The file is no YAML: ${error.reason}.` };
}

/** Whether a value is one of JSON; YAML also writes infinity and what is not a number. */
function isJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  return isRecord(value) ? Object.values(value).every(isJson) : true;
}

/**
 * Reads a suite file: one YAML 1.2 document of the core schema without aliases, so that it stays as
 * small as it looks. The shape of the suite is for the caller to check.
 */
export function parseSuiteYaml(
  text: string,
): { readonly suite: unknown } | { readonly problems: readonly YamlProblem[] } {
  let suite: unknown;
  try {
    suite = load(text, { schema: CORE_SCHEMA, maxAliases: 0, maxDepth });
  } catch (error) {
    return { problems: [explain(error, text)] };
  }
  if (!isRecord(suite)) {
    return {
      problems: [{ line: 1, message: "A suite begins with its fields, for example name:." }],
    };
  }
  if (isJson(suite)) return { suite };
  return { problems: [{ line: null, message: "Numbers must be finite: .inf and .nan are not." }] };
}
