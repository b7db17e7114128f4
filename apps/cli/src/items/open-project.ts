import type { Invocation } from "../command-line/command.types.ts";
import { connect, type Connection } from "../network/connect.ts";
import { createTerminal, type Terminal } from "../output/terminal.ts";
import { resolveSettings } from "../settings/resolve-settings.ts";
import { findProject } from "./find-project.ts";

/** What a command needs that works on things of a project. */
export interface OpenProject {
  readonly connection: Connection;
  readonly terminal: Terminal;
  readonly projectId: string;
}

/** @throws Failure where no project is set or there is none. */
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
