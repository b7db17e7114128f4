import type { Command } from "../command-line/command.types.ts";

export const configCommand: Command = {
  name: "config",
  summary: "Show and change the config file",
  usage: "list | get NAME | set NAME VALUE | unset NAME | path",
  operands: [1, 3],
  choices: ["list", "get", "set", "unset", "path"],
  options: [
    {
      name: "profile",
      value: "NAME",
      summary: "The profile to show or change",
      otherwise: "LINTEL_PROFILE, default",
    },
  ],
  notes: [
    "NAME is url, region, key, project or environment. Keys are shown masked and are set by `lintel login --key`.",
    "Options override environment variables, which override the config file.",
  ],
  examples: [
    { line: "lintel config set project Bookshop", does: "Set a default project." },
    { line: "lintel config list", does: "Show every profile." },
    { line: "lintel config unset key", does: "Delete the key." },
  ],
  run: async (invocation) => (await import("../account/change-config.ts")).changeConfig(invocation),
};
