import { connectionOptions, jsonOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const projectsCreateCommand: Command = {
  name: "projects create",
  summary: "Create a project",
  usage: "NAME",
  operands: [1, 1],
  options: [
    {
      name: "slug",
      value: "SLUG",
      summary: "The project's name in addresses",
      otherwise: "made from the name",
    },
    { name: "description", value: "TEXT", summary: "The description" },
    jsonOption,
    ...connectionOptions,
  ],
  examples: [
    {
      line: "lintel projects create Shop",
      does: "Create a project; needs a full-access key of an owner or admin.",
    },
  ],
  run: async (invocation) =>
    (await import("../projects/create-project.ts")).createProject(invocation),
};
