import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";
import { docOption } from "./docs-options.ts";

export const docsVisibilityCommand: Command = {
  name: "docs visibility",
  summary: "Set who may read a version once it is published",
  usage: "public|authenticated|internal [options]",
  operands: [1, 1],
  choices: ["public", "authenticated", "internal"],
  options: [
    projectOption,
    docOption,
    {
      name: "version",
      value: "V",
      summary: "The version's label or id",
      otherwise: "the published one, or the newest draft",
    },
    jsonOption,
    ...connectionOptions,
  ],
  notes: [
    "public: anyone. authenticated: anyone who signs in. internal: members of the organization who may read the project. The portal asks for a sign-in where it is needed. A link from `lintel docs preview` needs none.",
    "For a published version, the key needs docs:publish.",
  ],
  examples: [
    {
      line: "lintel docs visibility public -p Bookshop --doc guide",
      does: "Show the published version to anyone, and print its address.",
    },
  ],
  run: async (invocation) => (await import("../docs/set-visibility.ts")).setVisibility(invocation),
};
