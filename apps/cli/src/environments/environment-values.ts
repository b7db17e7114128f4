import { readFileSync } from "node:fs";
import process from "node:process";
import type { VariableInput } from "@lintel/contract/shapes/environment";
import type { OptionValues } from "../command-line/option.types.ts";
import { usageFailure } from "../outcome/failure.ts";
import { askHidden } from "../output/ask-hidden.ts";
import { readVariables } from "../run/variables.ts";

/**
 * The variables and secrets that the options set. A secret that is only named is asked for, or is what
 * standard input holds: command lines end up in histories and logs.
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
    throw usageFailure(`"${both}" is given as a variable and as a secret.`, "Give it once.");
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
      asked.push([name, checkSecret(name, await askHidden(`${name} (it is not shown): `))]);
    }
    return asked;
  }
  const [name = "", another] = names;
  if (another !== undefined) {
    throw usageFailure(
      "Standard input holds one secret, and several are named.",
      "Put them into a file of lines NAME=value, and name it with --secret-file.",
    );
  }
  return [[name, checkSecret(name, readFileSync(0, "utf8").replace(/\r?\n$/, ""))]];
}

function checkSecret(name: string, value: string): string {
  if (value !== "") return value;
  throw usageFailure(
    `The secret ${name} has no value.`,
    `Type it when it is asked for, or pipe it in: printf %s "$TOKEN" | lintel environments … --secret ${name}`,
  );
}
