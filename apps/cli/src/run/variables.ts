import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { isObject } from "@lintel/json/value";
import { usageFailure } from "../outcome/failure.ts";

export type Variables = Record<string, unknown>;

const validName = /^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/;

/**
 * The variables of files and of `--var`. Later ones override earlier ones, and `--var` overrides
 * files.
 */
export function readVariables(files: readonly string[], pairs: readonly string[]): Variables {
  const variables: Variables = {};
  const define = (name: string, value: unknown, source: string): void => {
    if (!validName.test(name)) {
      throw usageFailure(
        `"${name}" (${source}) cannot be the name of a variable.`,
        "Use at most 100 letters, digits, _ . and -, beginning with a letter or _.",
      );
    }
    variables[name] = value;
  };
  for (const file of files) {
    for (const [name, value] of Object.entries(readFile(file))) define(name, value, file);
  }
  for (const pair of pairs) {
    const { name, value } = parsePair(pair);
    define(name, value, "--var");
  }
  return variables;
}

function readFile(file: string): Variables {
  let text: string;
  try {
    text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    throw usageFailure(
      `The variables in ${file} cannot be read: ${(error as Error).message}.`,
      "Check the path of --var-file.",
    );
  }
  const isJson = file.toLowerCase().endsWith(".json") || text.trimStart().startsWith("{");
  return isJson ? parseObject(file, text) : parseEnv(text);
}

function parseObject(file: string, text: string): Variables {
  const value = parseValue(text, `${file} is not JSON`);
  if (isObject(value)) return value;
  throw usageFailure(
    `${file} does not contain a JSON object.`,
    'Write names and values: {"user": "anna", "limit": 5}.',
  );
}

// `name=text`, or `name:=JSON` for other types; a name contains neither sign.
function parsePair(pair: string): { name: string; value: unknown } {
  const equals = pair.indexOf("=");
  if (equals < 1) {
    throw usageFailure(
      `--var cannot be "${pair}".`,
      "Write --var name=value for a text, or --var name:=5 for other JSON.",
    );
  }
  const text = pair.slice(equals + 1);
  if (pair[equals - 1] !== ":") return { name: pair.slice(0, equals), value: text };
  const name = pair.slice(0, equals - 1);
  return { name, value: parseValue(text, `The value of --var ${name}:= is not JSON`) };
}

function parseValue(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageFailure(`${what}: ${(error as Error).message}.`, "Correct the JSON.");
  }
}
