import type { OutputOf } from "@lintel/contract/operation";
import type { lintSpecVersion } from "@lintel/contract/operations/spec-document";
import type { Invocation } from "../command-line/command.types.ts";
import { findProject } from "../items/find-project.ts";
import { findSpec, findSpecVersion } from "../items/find-spec.ts";
import { connect } from "../network/connect.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { cleanText } from "../output/clean-text.ts";
import type { Paint } from "../output/paint.ts";
import { createTerminal } from "../output/terminal.ts";
import { resolveSettings } from "../settings/resolve-settings.ts";

type Report = OutputOf<typeof lintSpecVersion>;

/** Lists violations of the organization's rules in a version, and fails if they are severe. */
export async function lintSpec({ options, operands, env }: Invocation): Promise<Exit> {
  const hasDocument = options.isSet("json");
  const terminal = createTerminal({ env, hasDocument });
  const settings = resolveSettings(options, env);
  const connection = connect({ settings, terminal });
  const { id: projectId } = await findProject(connection, settings);
  const spec = await findSpec(connection, projectId, operands[0] ?? "");
  const version = await findSpecVersion(connection, projectId, spec, options.text("version"));
  const report = await connection.call("lint the specification", "lintSpecVersion", {
    projectId,
    specId: spec.id,
    versionId: version.id,
  });
  if (hasDocument) terminal.print(`${JSON.stringify(report, null, 2)}\n`);
  else {
    terminal.say(`${spec.name}, version ${version.version}`);
    for (const line of renderReport(report, terminal.paint)) terminal.say(line);
  }
  return chooseExit(report, options.text("fail-on") ?? "error");
}

function chooseExit({ findings }: Report, failOn: string): Exit {
  if (failOn === "never") return "passed";
  const isFault = findings.some(({ severity }) => severity === "error" || failOn === "warn");
  return isFault ? "failed" : "passed";
}

function renderReport({ findings, total }: Report, paint: Paint): string[] {
  if (total === 0) return [paint("green", "✓ Nothing was found.")];
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const lines = findings.flatMap(({ rule, severity, pointer, message, suggestions }) => [
    `  ${severity === "error" ? paint("red", "✗") : paint("yellow", "!")} ${cleanText(message)} ${paint("gray", rule)}`,
    ...(pointer === "" ? [] : [paint("gray", `      ${cleanText(pointer)}`)]),
    ...(suggestions.length === 0
      ? []
      : [
          paint(
            "gray",
            `      Was ${suggestions.map((each) => cleanText(each)).join(" or ")} meant?`,
          ),
        ]),
  ]);
  const hidden = total - findings.length;
  if (hidden > 0) lines.push(paint("gray", `  … and ${hidden} more`));
  return [...lines, `${errors} errors, ${findings.length - errors} warnings`];
}
