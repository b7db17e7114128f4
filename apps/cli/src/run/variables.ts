import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { isObject } from "@lintel/json/value";
import { usageFailure } from "../outcome/failure.ts";

export type Variables = Record<string, unknown>;

const validName = /^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/;

/** The variables of files and of `--var`; what comes later counts, `--var` before files. */
export function readVariables(files: readonly string[], pairs: readonly string[]): Variables {
  const variables: Variables = {};
  const define = (name: string, value: unknown, source: string): void => {
    if (!validName.test(name)) {
      throw usageFailure(
        `"${name}" (${source}) cannot be the name of a variable.`,
        "Begin with a letter or _, then letters, digits, _ . and -, at most 100.",
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
  const value = parseValue(text, `${file} is no JSON`);
  if (isObject(value)) return value;
  throw usageFailure(
    `${file} holds no JSON object.`,
    'Write names and values: {"user": "anna", "limit": 5}.',
  );
}

// `name=text`, or `name:=JSON` for what is no text; a name holds neither sign.
function parsePair(pair: string): { name: string; value: unknown } {
  const equals = pair.indexOf("=");
  if (equals < 1) {
    throw usageFailure(
      `--var cannot be "${pair}".`,
      "Write --var name=value for a text, --var name:=5 for other JSON.",
    );
  }
  const text = pair.slice(equals + 1);
  if (pair[equals - 1] !== ":") return { name: pair.slice(0, equals), value: text };
  const name = pair.slice(0, equals - 1);
  return { name, value: parseValue(text, `The value of --var ${name}:= is no JSON`) };
}

function parseValue(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageFailure(`${what}: ${(error as Error).message}.`, "Mend the JSON.");
  }
}
