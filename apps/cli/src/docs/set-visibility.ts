import { visibilities, type Visibility } from "@lintel/contract/words/visibilities";
import type { Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { usageFailure } from "../outcome/failure.ts";
import { findVersion, pickShown } from "./find-version.ts";
import { openDocs } from "./open-docs.ts";
import { reportReaders } from "./report-readers.ts";

/** Sets who may read a version once it is published. */
export async function setVisibility(invocation: Invocation): Promise<Exit> {
  const visibility = readVisibility(invocation.operands[0]);
  const { options } = invocation;
  const { connection, terminal, projectId, documentation, isJson } = await openDocs(invocation);
  const wanted = options.text("version");
  const version =
    wanted === undefined ? pickShown(documentation.versions) : findVersion(documentation, wanted);
  if (version === undefined) throw new Error("A documentation has a version.");
  const changed = await connection.call("change the visibility", "updateDocVersion", {
    projectId,
    docId: documentation.id,
    versionId: version.id,
    visibility,
    rowVersion: version.rowVersion,
  });
  if (isJson) terminal.emit(JSON.stringify(changed, null, 2));
  terminal.say(`Version ${changed.label} (${changed.status}) is ${changed.visibility} now.`);
  terminal.say(reportReaders(documentation, changed).join("\n"));
  return "passed";
}

/** @throws Failure if the value is not a visibility. */
export function readVisibility(text: string | undefined): Visibility {
  const found = visibilities.find((one) => one === text);
  if (found !== undefined) return found;
  throw usageFailure(
    `"${text ?? ""}" is not a visibility.`,
    "Give public (anyone), authenticated (signed-in readers) or internal (members).",
  );
}
