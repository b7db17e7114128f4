import { load } from "js-yaml";
import type { Environment } from "../command-line/command.types.ts";
import { readSource } from "../documents/document-source.ts";
import { usageFailure } from "../outcome/failure.ts";
import type { LocalScan } from "./engine.ts";
import type { Engine } from "./load-engine.ts";
import { readSecret } from "./read-identity.ts";

type Config = Extract<ReturnType<Engine["readConfig"]>, { identities: unknown }>;

const empty: Config = {
  identities: [],
  flows: [],
  accessRules: [],
  scope: { include: [], exclude: [] },
};

/** The file of `--config`; without one, nothing is configured. @throws Failure */
export async function readConfig(
  file: string | null | undefined,
  engine: Engine,
  env: Environment,
): Promise<Config> {
  if (file === null || file === undefined) return empty;
  const { text } = await readSource(file);
  const read = engine.readConfig(parse(text, file), (given) => readSecret(given, env));
  if (!("problem" in read)) return read;
  throw usageFailure(`--config ${file}: ${read.problem}`, "docs/cli.md shows a whole file.");
}

function parse(text: string, file: string): unknown {
  try {
    return load(text, { maxAliases: 0, maxDepth: 32 }) ?? {};
  } catch (error) {
    const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    throw usageFailure(`--config ${file} is no YAML: ${why}`, "Correct it at this place.");
  }
}

/** @throws Failure for an operation or an identity that the scan does not have */
export function checkNames(
  { flows, accessRules }: Config,
  { operations }: LocalScan["surface"],
  identities: LocalScan["identities"],
): void {
  const isKnown = (name: string) =>
    operations.some(({ id, operationId }) => name === id || name === operationId);
  const wanted = [
    ...flows.flatMap(({ steps }) => steps),
    ...accessRules.map((one) => one.operation),
  ];
  const operation = wanted.find((name) => !isKnown(name));
  if (operation !== undefined)
    throw usageFailure(
      `--config names the operation "${operation}", which is not in the document or out of scope.`,
      "Write it as the document does, such as GET /orders/{orderId}, or its operation id.",
    );
  const rule = accessRules.find((one) => identities.every(({ name }) => name !== one.identity));
  if (rule !== undefined)
    throw usageFailure(
      `--config has an access rule for "${rule.identity}", which is no identity.`,
      "Add the identity to the file, or with --identity.",
    );
}
