import { CORE_SCHEMA, load, YAMLException } from "js-yaml";
import { isObject } from "@lintel/json/value";

/** An error in a suite file; lines and columns count from 1, and are null if unknown. */
export interface YamlProblem {
  readonly line: number | null;
  readonly column: number | null;
  /** The name of the case at this line, if an earlier line contains it. */
  readonly caseName: string | null;
  readonly message: string;
}

const maxDepth = 60;
/** How many lines before an error are searched for the name of its case. */
const maxSearchedLines = 500;
const atStart = { line: 1, column: 1, caseName: null };

/** For a file that cannot be parsed: the last `- name:` before a line, which is how cases begin. */
function findCaseName(text: string, line: number): string | null {
  const before = text.split("\n", line).slice(-maxSearchedLines);
  const names = before.map((one) => /^\s*- (?:\{ *)?name: *["']?([^"',}]+)/.exec(one)?.[1]?.trim());
  return names.findLast((name) => name !== undefined) ?? null;
}

/** A value that begins with `{{` and has no quotes: YAML reads it as an object in an object. */
const bareBraces = /(?:[:,[-]\s+|\{\s*)(\{\{[^}]*\}\}[^\s,\]}]*)/;

/** A hint about a template without quotes on or before the line of an error; "" without one. */
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
  // A template without quotes is a key that is an object; the error has no position then.
  const bare = reason.includes("complex keys") ? findBareBraces(text) : null;
  const [line, column] = bare ?? [mark.line + 1, mark.column + 1];
  const caseName = findCaseName(text, line);
  return { line, column, caseName, message: message + adviseOnBraces(text, line) };
}

/** Rows are often written as a list of YAML, as other tools have them. */
function explainRows(text: string): YamlProblem {
  const line = text.split("\n").findIndex((one) => /^["']?data["']?\s*:/.test(one)) + 1;
  const example = `data: { format: json, text: '[{"title": "Emma"}, {"title": "Persuasion"}]' }`;
  const message = `data has a format and a text, for example ${example}.`;
  return line === 0 ? nowhere(message) : { line, column: 1, caseName: null, message };
}

/** Whether a value exists in JSON; YAML also has infinity and NaN. */
function isJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  return isObject(value) ? Object.values(value).every(isJson) : true;
}

/**
 * Reads a suite file: one YAML 1.2 document of the core schema without aliases, so that it cannot expand. The caller
 * checks the shape of the suite.
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
  const rows = suite["data"];
  if (rows !== undefined && rows !== null && !isObject(rows))
    return { problems: [explainRows(text)] };
  if (isJson(suite)) return { suite };
  return { problems: [nowhere("Numbers must be finite: .inf and .nan are not.")] };
}
