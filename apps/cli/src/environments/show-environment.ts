import type { Invocation } from "../command-line/command.types.ts";
import { findEnvironment } from "../items/find-environment.ts";
import { openProject } from "../items/open-project.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { renderEnvironment } from "./render-environment.ts";

export async function showEnvironment(invocation: Invocation): Promise<Exit> {
  const { options, operands } = invocation;
  const { connection, terminal, projectId } = await openProject(invocation);
  const { id: environmentId } = await findEnvironment(connection, projectId, operands[0] ?? "");
  const place = { projectId, environmentId };
  const environment = await connection.call("read the environment", "getEnvironment", place);
  if (options.isSet("json")) terminal.emit(JSON.stringify(environment, null, 2));
  else terminal.say(renderEnvironment(environment).join("\n"));
  return "passed";
}
