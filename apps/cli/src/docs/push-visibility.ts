import type { Documentation, DocVersion } from "@lintel/contract/shapes/docs";
import type { Connection } from "../network/connect.ts";
import type { Terminal } from "../output/terminal.ts";
import type { VersionPlace } from "./fetch-files.ts";
import { readVisibility } from "./set-visibility.ts";
import { reportReaders } from "./report-readers.ts";

/** Sets the visibility of a version if the option is given, and prints who can read the version. */
export async function applyVisibility(
  connection: Connection,
  terminal: Terminal,
  documentation: Documentation,
  place: VersionPlace,
  version: DocVersion,
  wanted: string | undefined,
): Promise<DocVersion> {
  const isAsIs = wanted === undefined || wanted === version.visibility;
  const changed = isAsIs ? version : await changeVisibility(connection, place, wanted);
  if (!isAsIs) terminal.say(nameChange(changed, version.visibility));
  terminal.say(reportReaders(documentation, changed).join("\n"));
  return changed;
}

async function changeVisibility(
  connection: Connection,
  place: VersionPlace,
  wanted: string,
): Promise<DocVersion> {
  const { rowVersion } = await connection.call("read the version", "getDocVersion", place);
  return connection.call("change the visibility", "updateDocVersion", {
    ...place,
    visibility: readVisibility(wanted),
    rowVersion,
  });
}

const nameChange = ({ label, status, visibility }: DocVersion, before: string): string =>
  `Version ${label} (${status}) is ${visibility} now; it was ${before}.`;
