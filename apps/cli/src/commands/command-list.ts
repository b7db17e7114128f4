import type { Command } from "../command-line/command.types.ts";
import { makeCompletionCommand } from "./completion.command.ts";
import { configCommand } from "./config.command.ts";
import { makeHelpCommand } from "./help.command.ts";
import { listCommand } from "./list.command.ts";
import { loginCommand } from "./login.command.ts";
import { runCommand } from "./run.command.ts";
import { suitesPullCommand } from "./suites-pull.command.ts";
import { suitesPushCommand } from "./suites-push.command.ts";
import { whoamiCommand } from "./whoami.command.ts";

/** Every command, in the order of the help. What they do is loaded when one is called. */
export const commandList: readonly Command[] = [
  runCommand,
  listCommand,
  suitesPullCommand,
  suitesPushCommand,
  loginCommand,
  whoamiCommand,
  configCommand,
  makeCompletionCommand(() => commandList),
  makeHelpCommand(() => commandList),
];
