import type { Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { findVersion, pickVersion } from "./find-version.ts";
import { openDocs } from "./open-docs.ts";

/** Creates a link by which anyone can see a version for one day. */
export async function previewVersion(invocation: Invocation): Promise<Exit> {
  const { connection, terminal, projectId, documentation, isJson } = await openDocs(invocation);
  const wanted = invocation.options.text("version");
  const version =
    wanted === undefined ? pickVersion(documentation.versions) : findVersion(documentation, wanted);
  if (version === undefined) throw new Error("A documentation has a version.");
  const preview = await connection.call("create a preview link", "createDocPreview", {
    projectId,
    docId: documentation.id,
    versionId: version.id,
  });
  if (isJson) terminal.emit(JSON.stringify(preview, null, 2));
  const { url, path, expiresAt } = preview;
  terminal.say(url ?? `${path} below the address of the portal`);
  terminal.note(
    `Anyone with the link can see version ${version.label} (${version.status}) until ${expiresAt}.`,
  );
  return "passed";
}
