import type { Environment } from "@lintel/contract/shapes/environment";
import type { VariableInput } from "@lintel/contract/shapes/environment";
import type { Invocation } from "../command-line/command.types.ts";
import type { OptionValues } from "../command-line/option.types.ts";
import { findEnvironment } from "../items/find-environment.ts";
import { openProject } from "../items/open-project.ts";
import { refuseMissing } from "../items/pick-item.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { usageFailure } from "../outcome/failure.ts";
import { readValues } from "./environment-values.ts";
import { renderEnvironment } from "./render-environment.ts";

export async function updateEnvironment(invocation: Invocation): Promise<Exit> {
  const { options, operands } = invocation;
  const fields = readFields(options);
  const set = await readValues(options);
  const unset = options.all("unset");
  if (Object.keys(fields).length + set.length + unset.length === 0) {
    throw usageFailure(
      "There is nothing to change.",
      "Name what to change, for example --var NAME=VALUE or --secret NAME; `lintel help environments update` lists the options.",
    );
  }
  const { connection, terminal, projectId } = await openProject(invocation);
  const { id: environmentId } = await findEnvironment(connection, projectId, operands[0] ?? "");
  const place = { projectId, environmentId };
  const before = await connection.call("read the environment", "getEnvironment", place);
  const changed = await connection.call("change the environment", "updateEnvironment", {
    ...place,
    ...fields,
    variables: mergeVariables(before, set, unset),
    rowVersion: before.rowVersion,
  });
  if (options.isSet("json")) terminal.emit(JSON.stringify(changed, null, 2));
  terminal.say(["Changed:", ...renderEnvironment(changed)].join("\n"));
  return "passed";
}

function readFields(options: OptionValues) {
  const secretOrigins = [...options.all("secret-origin")];
  const isReadOnly = options.text("read-only");
  const fields = {
    name: options.text("name"),
    baseUrl: options.text("base-url"),
    type: options.text("type") as Environment["type"] | undefined,
    secretOrigins: secretOrigins.length === 0 ? undefined : secretOrigins,
    isReadOnly: isReadOnly === undefined ? undefined : isReadOnly === "yes",
  };
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<{ [Name in keyof typeof fields]: NonNullable<(typeof fields)[Name]> }>;
}

/** All variables as they are to be: a secret that is sent without a value keeps its own. */
function mergeVariables(
  { variables }: Environment,
  set: readonly VariableInput[],
  unset: readonly string[],
): VariableInput[] {
  const merged = new Map<string, VariableInput>(
    variables.map(({ name, value, isSecret }) => [
      name,
      isSecret ? { name, isSecret } : { name, value, isSecret },
    ]),
  );
  for (const name of unset) {
    if (merged.delete(name)) continue;
    const present = variables.map((variable) => ({ ...variable, id: variable.name }));
    throw refuseMissing(
      {
        one: "variable",
        many: "variables",
        where: "in the environment",
        listing: "lintel environments show",
      },
      name,
      present,
    );
  }
  for (const variable of set) {
    if (merged.get(variable.name)?.isSecret === true && variable.isSecret !== true) {
      throw usageFailure(
        `"${variable.name}" is a secret; everybody could read it as a variable.`,
        `Set it with --secret ${variable.name}, or remove it first with --unset ${variable.name}.`,
      );
    }
    merged.set(variable.name, variable);
  }
  return [...merged.values()];
}
