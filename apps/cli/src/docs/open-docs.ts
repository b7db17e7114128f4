import type { Documentation } from "@lintel/contract/shapes/docs";
import type { Invocation } from "../command-line/command.types.ts";
import { findProject } from "../items/find-project.ts";
import { connect, type Connection } from "../network/connect.ts";
import { createTerminal, type Terminal } from "../output/terminal.ts";
import { resolveSettings } from "../settings/resolve-settings.ts";
import { findDocumentation } from "./find-version.ts";

/** The context of a command on one documentation. */
export interface OpenDocs {
  readonly connection: Connection;
  readonly terminal: Terminal;
  readonly projectId: string;
  readonly documentation: Documentation;
  readonly isJson: boolean;
}

/** Connects, and finds the documentation of `--doc`, or the only one of the project. */
export async function openDocs({ options, env }: Invocation): Promise<OpenDocs> {
  const isJson = options.isSet("json");
  const terminal = createTerminal({ env, hasDocument: isJson });
  const settings = resolveSettings(options, env);
  const connection = connect({ settings, terminal });
  const { id: projectId } = await findProject(connection, settings);
  const documentation = await findDocumentation(connection, projectId, options.text("doc"), null);
  return { connection, terminal, projectId, documentation, isJson };
}
