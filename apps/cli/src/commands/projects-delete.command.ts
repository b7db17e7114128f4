import { connectionOptions, yesOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const projectsDeleteCommand: Command = {
  name: "projects delete",
  summary: "Delete a project and everything in it",
  usage: "PROJECT",
  operands: [1, 1],
  options: [yesOption, ...connectionOptions],
  notes: ["PROJECT is a project's name, slug or id."],
  examples: [{ line: "lintel projects delete Shop", does: "Asks for confirmation." }],
  run: async (invocation) =>
    (await import("../projects/delete-project.ts")).deleteProject(invocation),
};
