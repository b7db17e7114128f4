import { readFileSync } from "node:fs";
import type { OutputOf } from "@lintel/contract/operation";
import type { importSuite } from "@lintel/contract/operations/suite";
import type { Invocation } from "../command-line/command.types.ts";
import { findProject } from "../items/find-project.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { usageFailure } from "../outcome/failure.ts";
import { connect } from "../network/connect.ts";
import { createTerminal } from "../output/terminal.ts";
import { resolveSettings } from "../settings/resolve-settings.ts";

export async function pushSuites({ options, operands, env }: Invocation): Promise<Exit> {
  const terminal = createTerminal({ env });
  const settings = resolveSettings(options, env);
  // All files are read before the first is sent, so that a mistyped name changes nothing.
  const files = operands.map((file) => ({ file, yaml: readSuite(file) }));
  const connection = connect({ settings, terminal });
  const { id: projectId } = await findProject(connection, settings);
  for (const { file, yaml } of files) {
    const made = await connection.call(`store ${file}`, "importSuite", { projectId, yaml });
    terminal.say(`${file}: ${describeChange(made)}`);
  }
  return "passed";
}

/** For example `suite, 0 added, 1 changed, 0 removed; changed of the suite itself: data`. */
function describeChange(made: OutputOf<typeof importSuite>): string {
  const { added, changed, removed, changedSettings, isNew } = made;
  if (isNew) return `new suite, ${added} ${added === 1 ? "case" : "cases"}`;
  const own = changedSettings.map((name) => (name === "order" ? "the order of its cases" : name));
  if (added + changed + removed + own.length === 0) return "suite, nothing changed";
  const cases = `suite, ${added} added, ${changed} changed, ${removed} removed`;
  return own.length === 0 ? cases : `${cases}; changed of the suite itself: ${own.join(", ")}`;
}

function readSuite(file: string): string {
  try {
    // 0 is standard input.
    const text = readFileSync(file === "-" ? 0 : file, "utf8");
    if (text.trim() !== "") return text;
  } catch (error) {
    throw usageFailure(
      `${file} cannot be read: ${(error as Error).message}`,
      "Check the path; nothing was stored.",
    );
  }
  throw usageFailure(`${file} is empty.`, "Give a file in the format of `lintel suites pull`.");
}
