import type { Command } from "../command-line/command.types.ts";

export const configCommand: Command = {
  name: "config",
  summary: "Show and change what is stored in the config file",
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
    "NAME is url, region, key, project or environment. Keys are shown masked and are set by `lintel login`.",
    "Options count before the environment, the environment before the config file.",
  ],
  examples: [
    { line: "lintel config set project Bookshop", does: "Leave --project out from now on." },
    { line: "lintel config list", does: "Show every profile." },
    { line: "lintel config unset key", does: "Forget the key." },
  ],
  run: async (invocation) => (await import("../account/change-config.ts")).changeConfig(invocation),
};
