import { exportFormats, openApiVersions } from "@lintel/contract/words/design";
import type { OutputOf } from "@lintel/contract/operation";
import type { checkExport } from "@lintel/contract/operations/spec-document";
import type { Invocation } from "../command-line/command.types.ts";
import type { OptionValues } from "../command-line/option.types.ts";
import { findProject } from "../items/find-project.ts";
import { findSpec, findSpecVersion } from "../items/find-spec.ts";
import { connect } from "../network/connect.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { usageFailure } from "../outcome/failure.ts";
import { cleanText } from "../output/clean-text.ts";
import { createTerminal } from "../output/terminal.ts";
import { writeWhole } from "../output/write-whole.ts";
import { resolveSettings } from "../settings/resolve-settings.ts";

/** Writes the document of a version to stdout or a file. */
export async function exportDocument({ options, operands, env }: Invocation): Promise<Exit> {
  const fields = readFields(options);
  const output = options.text("output") ?? "-";
  const terminal = createTerminal({ env, hasDocument: output === "-" });
  const settings = resolveSettings(options, env);
  const connection = connect({ settings, terminal });
  const { id: projectId } = await findProject(connection, settings);
  const spec = await findSpec(connection, projectId, operands[0] ?? "");
  const version = await findSpecVersion(connection, projectId, spec, options.text("version"));
  const place = { projectId, specId: spec.id, versionId: version.id };
  const { text } = await connection.call("export the specification", "exportSpec", {
    ...place,
    ...fields,
  });
  if (fields.openapiVersion !== undefined) {
    const { openapiVersion } = fields;
    const losses = await connection.call("check the export", "checkExport", {
      ...place,
      openapiVersion,
    });
    const path = `/api/projects/${projectId}/specs/${spec.id}/versions/${version.id}/document/losses`;
    for (const line of renderLosses(losses, openapiVersion, path)) terminal.note(line);
  }
  if (output === "-") {
    terminal.print(text);
    return "passed";
  }
  writeWhole(output, text);
  terminal.say(`Written: ${output} (version ${version.version})`);
  return "passed";
}

/** Maximum number of losses that are listed; all are counted. */
const maxLosses = 5;

function renderLosses(
  { warnings, warningCount }: OutputOf<typeof checkExport>,
  openapiVersion: string,
  path: string,
): string[] {
  const lost = warnings.filter(({ severity }) => severity !== "info");
  if (lost.length === 0) return [];
  const shown = lost.slice(0, maxLosses);
  const rest = warningCount - shown.length;
  return [
    `OpenAPI ${openapiVersion} cannot express all of it. The losses are kept in extensions, which an import restores:`,
    ...shown.map(({ message, pointer }) => `  ${cleanText(message)} ${cleanText(pointer)}`),
    ...(rest > 0
      ? [`  … and ${rest} more notes: GET ${path}?openapiVersion=${openapiVersion} lists them all`]
      : []),
  ];
}

/** @throws Failure */
function readFields(options: OptionValues) {
  const format = exportFormats.find((one) => one === options.text("format"));
  const openapiVersion = openApiVersions.find((one) => one === options.text("openapi"));
  if (format === "original" && openapiVersion !== undefined) {
    throw usageFailure(
      "The original is the imported document: --openapi cannot convert it.",
      "Choose --format json or yaml, or omit --openapi.",
    );
  }
  return {
    ...(format === undefined ? {} : { format }),
    ...(openapiVersion === undefined ? {} : { openapiVersion }),
  };
}
