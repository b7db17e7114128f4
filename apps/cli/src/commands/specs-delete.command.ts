import { connectionOptions, projectOption, yesOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const specsDeleteCommand: Command = {
  name: "specs delete",
  summary: "Delete a specification, or one version of it",
  usage: "SPEC",
  operands: [1, 1],
  options: [
    projectOption,
    { name: "version", value: "V", summary: "Only this version, by name or id" },
    yesOption,
    ...connectionOptions,
  ],
  examples: [
    {
      line: 'lintel specs delete "Shop API" --project Shop',
      does: "Delete it with all its versions, after confirmation.",
    },
    {
      line: 'lintel specs delete "Shop API" --project Shop --version 0.9.0 --yes',
      does: "Delete one version without confirmation.",
    },
  ],
  run: async (invocation) => (await import("../specs/delete-spec.ts")).deleteSpec(invocation),
};
