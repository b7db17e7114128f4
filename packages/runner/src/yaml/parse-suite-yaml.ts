import { CORE_SCHEMA, load, YAMLException } from "js-yaml";
import { isRecord } from "../values/deep-equal.ts";

/** What is wrong with a suite file; lines and columns count from 1, null where none can be named. */
export interface YamlProblem {
  readonly line: number | null;
  readonly column: number | null;
  /** The case that the line is of, as far as the lines before it tell. */
  readonly caseName: string | null;
  readonly message: string;
}

const maxDepth = 60;
/** Lines before a fault that are searched for the name of its case. */
const maxSearchedLines = 500;
const atStart = { line: 1, column: 1, caseName: null };

/** For a file that cannot be read: the last `- name:` before a line, which is how cases begin. */
function findCaseName(text: string, line: number): string | null {
  const before = text.split("\n", line).slice(-maxSearchedLines);
  const names = before.map((one) => /^\s*- (?:\{ *)?name: *["']?([^"',}]+)/.exec(one)?.[1]?.trim());
  return names.findLast((name) => name !== undefined) ?? null;
}

function nowhere(message: string): YamlProblem {
  return { line: null, column: null, caseName: null, message };
}

function explain(error: unknown, text: string): YamlProblem {
  if (!(error instanceof YAMLException)) {
    return nowhere(error instanceof Error ? error.message : String(error));
  }
  if (text.trim() === "") return { ...atStart, message: "The file is empty: write a suite." };
  const { mark, reason } = error;
  const message = reason.includes("maxAliases")
    ? "Anchors and aliases are not read: write the value out."
    : `The file is not YAML: ${reason}.`;
  if (mark === undefined) return nowhere(message);
  const [line, column] = [mark.line + 1, mark.column + 1];
  return { line, column, caseName: findCaseName(text, line), message };
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
      problems: [{ ...atStart, message: "A suite begins with its fields, for example name:." }],
    };
  }
  if (isJson(suite)) return { suite };
  return { problems: [nowhere("Numbers must be finite: .inf and .nan are not.")] };
}
