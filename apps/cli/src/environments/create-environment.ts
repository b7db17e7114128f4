import type { Environment } from "@lintel/contract/shapes/environment";
import type { Invocation } from "../command-line/command.types.ts";
import { openProject } from "../items/open-project.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { usageFailure } from "../outcome/failure.ts";
import { readValues } from "./environment-values.ts";
import { renderEnvironment } from "./render-environment.ts";

export async function createEnvironment(invocation: Invocation): Promise<Exit> {
  const { options, operands } = invocation;
  const [name = ""] = operands;
  const baseUrl = options.text("base-url");
  if (baseUrl === undefined) {
    throw usageFailure(
      "An environment needs a base URL: the address of the API under test.",
      `For example: lintel environments create "${name}" --base-url https://api.example.com`,
    );
  }
  const variables = await readValues(options);
  const { connection, terminal, projectId } = await openProject(invocation);
  const type = options.text("type") as Environment["type"] | undefined;
  const secretOrigins = [...options.all("secret-origin")];
  const made = await connection.call("create the environment", "createEnvironment", {
    projectId,
    name,
    baseUrl,
    variables,
    isReadOnly: options.text("read-only") === "yes",
    ...(type === undefined ? {} : { type }),
    ...(secretOrigins.length === 0 ? {} : { secretOrigins }),
  });
  if (options.isSet("json")) terminal.emit(JSON.stringify(made, null, 2));
  terminal.say(["Created:", ...renderEnvironment(made)].join("\n"));
  return "passed";
}
