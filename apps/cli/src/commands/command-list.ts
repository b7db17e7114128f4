import type { Command } from "../command-line/command.types.ts";
import { compareCommand } from "./compare.command.ts";
import { makeCompletionCommand } from "./completion.command.ts";
import { configCommand } from "./config.command.ts";
import { docsListCommand } from "./docs-list.command.ts";
import { docsPullCommand } from "./docs-pull.command.ts";
import { docsPushCommand } from "./docs-push.command.ts";
import { exportCommand } from "./export.command.ts";
import { makeHelpCommand } from "./help.command.ts";
import { importOpenapiCommand } from "./import-openapi.command.ts";
import { lintCommand } from "./lint.command.ts";
import { listCommand } from "./list.command.ts";
import { loginCommand } from "./login.command.ts";
import { mcpCommand } from "./mcp.command.ts";
import { runCommand } from "./run.command.ts";
import { suitesPullCommand } from "./suites-pull.command.ts";
import { suitesPushCommand } from "./suites-push.command.ts";
import { whoamiCommand } from "./whoami.command.ts";

/** Every command, in the order of the help. What they do is loaded when one is called. */
export const commandList: readonly Command[] = [
  runCommand,
  importOpenapiCommand,
  exportCommand,
  compareCommand,
  lintCommand,
  listCommand,
  suitesPullCommand,
  suitesPushCommand,
  docsPushCommand,
  docsPullCommand,
  docsListCommand,
  mcpCommand,
  loginCommand,
  whoamiCommand,
  configCommand,
  makeCompletionCommand(() => commandList),
  makeHelpCommand(() => commandList),
];
