import { userInfo } from "node:os";
import { Command, CommanderError, Option } from "commander";
import { allOperations } from "@lintel/contract/catalog";
import type { AnyOperation } from "@lintel/contract/operation";
import { Problem } from "../platform/problem.ts";
import { callAsOperator, type AdminRequest } from "../transports/admin/admin-call.ts";
import { sendToServer } from "../transports/admin/admin-client.ts";
import type { AdminTarget } from "./admin-target.ts";
import { addBackupCommands } from "./backup-commands.ts";
import { addMasterKeyCommands } from "./master-key-commands.ts";
import { flagsOf, readFlags } from "./flags.ts";
import { printOutput, printProblem } from "./print-output.ts";

const examples = `
Examples:
  admin org create --name "Acme" --slug acme --owner-email you@example.com --owner-name You
  admin member add --org acme --email dev@example.com --name Dev --role member
  admin key create --org acme --user-id dev@example.com --name ci --access scoped --permissions tests:read,tests:execute
  admin audit verify --org acme --head 42:9f…

The command calls the running server through the private socket in the data folder (LINTEL_DATA), or opens the
folder itself if no server runs. The audit log records its actions with the actor "operator".`;

/** Runs one of the operator's commands. The commands and their flags are generated from the declarations. */
export async function runAdmin(args: readonly string[], target: AdminTarget): Promise<number> {
  let exitCode = 0;
  const program = createProgram(target, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    exitCode = error.exitCode === 0 ? 0 : 2;
  }
  return exitCode;
}

function createProgram(target: AdminTarget, exit: (code: number) => void): Command {
  const program = new Command("lintel-server admin")
    .description(
      "Manage organizations, members, projects, keys, the audit log, backups and the master key.",
    )
    .addHelpText("after", examples)
    .exitOverride();
  const groups = new Map<string, Command>();
  for (const operation of allOperations) {
    if (operation.admin === undefined) continue;
    const [noun = "", verb = ""] = operation.admin.command.split(" ");
    const group =
      groups.get(noun) ?? program.command(noun).description(operation.group).exitOverride();
    groups.set(noun, group);
    addCommand(group, verb, operation, target, exit);
  }
  addBackupCommands(program, target, exit);
  addMasterKeyCommands(program, target, exit);
  return program;
}

function addCommand(
  group: Command,
  verb: string,
  operation: AnyOperation,
  target: AdminTarget,
  exit: (code: number) => void,
): void {
  const command = group.command(verb).description(operation.summary).exitOverride();
  command.addOption(
    new Option("--region <region>", "the region")
      .choices(target.regions)
      .default(target.regions[0]),
  );
  if (operation.context !== "none" || operation.admin?.isOfOrganization === true)
    command.option("--org <slug>", "the organization; optional if there is only one");
  command.option("--json", "print JSON");
  for (const flag of flagsOf(operation)) command.addOption(flag.option);
  command.action(async (options: Readonly<Record<string, string | true | undefined>>) => {
    const read = readFlags(operation, options);
    if ("problem" in read) {
      process.stderr.write(`${read.problem}\n`);
      exit(2);
      return;
    }
    const request: AdminRequest = {
      operation: operation.name,
      region: String(options["region"]),
      organization: typeof options["org"] === "string" ? options["org"] : null,
      operator: userInfo().username,
      fields: read.fields,
    };
    exit(await carryOut(target, operation, request, options["json"] === true));
  });
}

async function carryOut(
  target: AdminTarget,
  operation: AnyOperation,
  request: AdminRequest,
  asJson: boolean,
): Promise<number> {
  const answer = (await askServer(target, request)) ?? (await runHere(target, request));
  if ("problem" in answer) {
    printProblem(answer.problem);
    return 1;
  }
  printOutput(operation, answer.output, asJson);
  const isBroken =
    operation.name === "verifyAuditLog" && !(answer.output as { isIntact: boolean }).isIntact;
  return isBroken ? 1 : 0;
}

type Answer = { output: unknown } | { problem: Readonly<Record<string, unknown>> };

async function askServer(target: AdminTarget, request: AdminRequest): Promise<Answer | null> {
  const answer = await sendToServer(target.socketPath, request);
  if (answer === null) return null;
  return answer.status === 200 ? { output: answer.body["output"] } : { problem: answer.body };
}

async function runHere(target: AdminTarget, request: AdminRequest): Promise<Answer> {
  const installation = await target.open();
  try {
    return { output: await callAsOperator(installation.cells, request) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { problem: error.toRecord("", "") };
  } finally {
    await installation.close();
  }
}
