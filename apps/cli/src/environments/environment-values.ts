import { readFileSync } from "node:fs";
import process from "node:process";
import type { VariableInput } from "@lintel/contract/shapes/environment";
import type { OptionValues } from "../command-line/option.types.ts";
import { usageFailure } from "../outcome/failure.ts";
import { askHidden } from "../output/ask-hidden.ts";
import { readVariables } from "../run/variables.ts";

/**
 * The variables and secrets that the options set. A secret without a value is prompted for or read from standard input,
 * because command lines are stored in histories and logs.
 * @throws Failure
 */
export async function readValues(options: OptionValues): Promise<VariableInput[]> {
  const open = readVariables(options.all("var-file"), options.all("var"));
  const secret = {
    ...readVariables(options.all("secret-file"), []),
    ...Object.fromEntries(await readSecrets([...new Set(options.all("secret"))])),
  };
  const both = Object.keys(secret).find((name) => Object.hasOwn(open, name));
  if (both !== undefined) {
    throw usageFailure(`"${both}" is both a variable and a secret.`, "Give it once.");
  }
  return [
    ...Object.entries(open).map(([name, value]) => ({ name, value, isSecret: false })),
    ...Object.entries(secret).map(([name, value]) => ({ name, value, isSecret: true })),
  ];
}

async function readSecrets(names: readonly string[]): Promise<[string, string][]> {
  if (names.length === 0) return [];
  if (process.stdin.isTTY) {
    const asked: [string, string][] = [];
    for (const name of names) {
      asked.push([name, checkSecret(name, await askHidden(`${name} (not shown): `))]);
    }
    return asked;
  }
  const [name = "", another] = names;
  if (another !== undefined) {
    throw usageFailure(
      "Standard input can contain only one secret, but several are named.",
      "Put them into a file of lines NAME=value, and use --secret-file.",
    );
  }
  return [[name, checkSecret(name, readFileSync(0, "utf8").replace(/\r?\n$/, ""))]];
}

function checkSecret(name: string, value: string): string {
  if (value !== "") return value;
  throw usageFailure(
    `The secret ${name} has no value.`,
    `Type it at the prompt, or pipe it in: printf %s "$TOKEN" | lintel environments … --secret ${name}`,
  );
}
