import { CORE_SCHEMA, load, YAMLException } from "js-yaml";
import { isObject } from "@lintel/json/value";

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

/** A value that begins with `{{` and has no quotes: YAML takes it for an object in an object. */
const bareBraces = /(?:[:,[-]\s+|\{\s*)(\{\{[^}]*\}\}[^\s,\]}]*)/;

/** What to do about a template without quotes at a fault or on the line before; "" where there is none. */
function adviseOnBraces(text: string, line: number): string {
  const near = text.split("\n").slice(Math.max(0, line - 2), line);
  const value = near.map((one) => bareBraces.exec(one)?.[1]).findLast((one) => one !== undefined);
  return value === undefined
    ? ""
    : ` Put a value that begins with {{…}} in quotes: "${value.slice(0, 100)}".`;
}

function findBareBraces(text: string): [line: number, column: number] | null {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => bareBraces.test(line));
  return at < 0 ? null : [at + 1, (lines[at]?.indexOf("{{") ?? 0) + 1];
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
  // A template that stands alone without quotes is a key that is an object; no place is named then.
  const bare = reason.includes("complex keys") ? findBareBraces(text) : null;
  const [line, column] = bare ?? [mark.line + 1, mark.column + 1];
  const caseName = findCaseName(text, line);
  return { line, column, caseName, message: message + adviseOnBraces(text, line) };
}

/** Whether a value is one of JSON; YAML also writes infinity and what is not a number. */
function isJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  return isObject(value) ? Object.values(value).every(isJson) : true;
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
  if (!isObject(suite)) {
    return {
      problems: [{ ...atStart, message: "A suite begins with its fields, for example name:." }],
    };
  }
  if (isJson(suite)) return { suite };
  return { problems: [nowhere("Numbers must be finite: .inf and .nan are not.")] };
}
