import type { FindingChange } from "@lintel/contract/operations/finding";
import type { Finding } from "@lintel/contract/shapes/finding";
import type { Invocation } from "../command-line/command.types.ts";
import { openProject } from "../items/open-project.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { cleanText } from "../output/clean-text.ts";
import { checkFindingId } from "./check-finding-id.ts";

export async function showFinding(invocation: Invocation): Promise<Exit> {
  const findingId = checkFindingId(invocation.operands[0] ?? "");
  const { connection, terminal, projectId } = await openProject(invocation);
  const place = { projectId, findingId };
  const finding = await connection.call("read the finding", "getFinding", place);
  const history = await connection.call("read its history", "listFindingChanges", place);
  if (invocation.options.isSet("json"))
    terminal.emit(JSON.stringify({ ...finding, history: history.items }, null, 2));
  else terminal.say([...renderFinding(finding), ...history.items.map(renderChange)].join("\n"));
  return "passed";
}

function renderFinding(finding: Finding): string[] {
  const { severity, status, method, path, title, description, remediation } = finding;
  const { parameter, location, guidanceId, owaspCategory, cwe, resolutionNotes } = finding;
  const where = parameter === null ? location : `${location} ${parameter}`;
  const classes = [guidanceId, owaspCategory, ...cwe.map((number) => `CWE-${number}`)];
  return [
    cleanText(`${severity}  ${method} ${path}  (${where})`),
    cleanText(title),
    cleanText(description),
    `${status}  ${classes.join(" ")}  ${finding.fingerprint}`,
    ...(resolutionNotes === null ? [] : [`Notes: ${cleanText(resolutionNotes)}`]),
    "",
    `Remedy: ${cleanText(remediation)}`,
    "",
    ...(finding.reproductionCurl ?? "").split("\n").map(cleanText),
    "",
  ];
}

const renderChange = ({ changedAt, kind, actor, changes }: FindingChange): string => {
  const changed = Object.entries(changes).map(
    ([field, [before, after]]) => `${field}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
  );
  const who = actor.name ?? (actor.type === "system" ? "a scan" : actor.type);
  return cleanText([changedAt.slice(0, 19).replace("T", " "), kind, who, ...changed].join("  "));
};
