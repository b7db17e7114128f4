import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const specsPublishCommand: Command = {
  name: "specs publish",
  summary: "Publish and lock a version of a specification",
  usage: "SPEC",
  operands: [1, 1],
  options: [
    projectOption,
    { name: "version", value: "V", summary: "The version's name or id", otherwise: "the newest" },
    jsonOption,
    ...connectionOptions,
  ],
  examples: [
    { line: 'lintel specs publish "Shop API" --project Shop', does: "Publish the newest version." },
    {
      line: 'lintel specs publish "Shop API" --project Shop --version 2.0.0',
      does: "Publish a version by name.",
    },
  ],
  run: async (invocation) => (await import("../specs/publish-spec.ts")).publishSpec(invocation),
};
