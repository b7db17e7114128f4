import type { Invocation } from "../command-line/command.types.ts";
import { findSpec, findSpecVersion } from "../items/find-spec.ts";
import { openProject } from "../items/open-project.ts";
import type { OutputOf } from "@lintel/contract/operation";
import type { publishSpecVersion } from "@lintel/contract/operations/spec-version";
import type { Exit } from "../outcome/exit-codes.ts";
import { cleanText } from "../output/clean-text.ts";

type Published = OutputOf<typeof publishSpecVersion>;

const maxLines = 10;

/** Lists the lint errors of a published version. They do not prevent publishing. */
function describeErrors(lint: Published["lint"]): string[] {
  if (lint === null || lint.errors.length === 0) return [];
  const shown = lint.errors.slice(0, maxLines);
  const more = lint.errors.length - shown.length;
  return [
    `Lint finds errors in it: correct them in a new version.`,
    ...shown.map(({ rule, pointer, message }) =>
      cleanText(`  ${rule} at ${pointer === "" ? "the document" : pointer}: ${message}`),
    ),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

/** Publishes a version of a specification, which cannot be undone. */
export async function publishSpec(invocation: Invocation): Promise<Exit> {
  const { options, operands } = invocation;
  const [wanted = ""] = operands;
  const { connection, terminal, projectId } = await openProject(invocation);
  const spec = await findSpec(connection, projectId, wanted);
  const name = options.text("version");
  const { id: versionId } = await findSpecVersion(connection, projectId, spec, name);
  const published = await connection.call("publish the version", "publishSpecVersion", {
    projectId,
    specId: spec.id,
    versionId,
  });
  if (options.isSet("json")) terminal.emit(JSON.stringify(published, null, 2));
  terminal.say(
    `Published: version ${cleanText(published.version)} of ${cleanText(wanted)}. It can no longer be edited.`,
  );
  for (const line of describeErrors(published.lint)) terminal.say(line);
  return "passed";
}
