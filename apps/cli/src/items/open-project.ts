import type { Invocation } from "../command-line/command.types.ts";
import { connect, type Connection } from "../network/connect.ts";
import { createTerminal, type Terminal } from "../output/terminal.ts";
import { resolveSettings } from "../settings/resolve-settings.ts";
import { findProject } from "./find-project.ts";

/** The context of a command on a project's contents. */
export interface OpenProject {
  readonly connection: Connection;
  readonly terminal: Terminal;
  readonly projectId: string;
}

/** @throws Failure if no project is set or it does not exist. */
export async function openProject(
  { options, env }: Invocation,
  hasDocument: boolean = options.isSet("json"),
): Promise<OpenProject> {
  const terminal = createTerminal({ env, hasDocument });
  const settings = resolveSettings(options, env);
  const connection = connect({ settings, terminal });
  const { id: projectId } = await findProject(connection, settings);
  return { connection, terminal, projectId };
}
