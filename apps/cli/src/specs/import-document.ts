import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { importSpec } from "@lintel/contract/operations/spec-document";
import type { Invocation } from "../command-line/command.types.ts";
import { readSource } from "../documents/document-source.ts";
import { findProject } from "../items/find-project.ts";
import { findSpec } from "../items/find-spec.ts";
import { connect, type Connection } from "../network/connect.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { usageFailure } from "../outcome/failure.ts";
import { cleanText } from "../output/clean-text.ts";
import { canAsk, confirm } from "../output/confirm.ts";
import { createTerminal, type Terminal } from "../output/terminal.ts";
import { resolveSettings } from "../settings/resolve-settings.ts";
import { readImportChoices, type ImportChoices } from "./import-choices.ts";
import { renderImport, renderVersion } from "./render-import.ts";
import { renderMerge } from "./render-merge.ts";

type Fields = InputOf<typeof importSpec> & { readonly projectId: string };
export type Imported = OutputOf<typeof importSpec>;

/** Sends a document to the service: as a new specification, or merged into one after a preview. */
export async function importDocument({ options, operands, env }: Invocation): Promise<Exit> {
  const choices = readImportChoices(options);
  const terminal = createTerminal({ env, hasDocument: choices.isJson });
  const settings = resolveSettings(options, env);
  // No retries: a document whose answer was lost would be imported twice.
  const connection = connect({ settings, terminal, patienceMs: 0 });
  const { text, name, fileName, address } = await readSource(operands[0] ?? "");
  const project = await findProject(connection, settings);
  const work: Work = {
    connection,
    terminal,
    choices,
    source: name,
    fields: {
      projectId: project.id,
      text,
      ...(fileName === null ? {} : { fileName: fileName.slice(0, 300) }),
      ...(choices.fetchesReferences ? { references: "fetch" } : {}),
      ...(choices.fetchesReferences && address !== null ? { baseUrl: address } : {}),
      ...(choices.name === null ? {} : { name: choices.name }),
      ...(choices.version === null ? {} : { version: choices.version }),
    },
  };
  return choices.spec === null ? addSpec(work) : mergeInto(work, choices.spec);
}

interface Work {
  readonly connection: Connection;
  readonly terminal: Terminal;
  readonly choices: ImportChoices;
  /** The document's name for people. */
  readonly source: string;
  readonly fields: Fields;
}

function send({ connection, source }: Work, fields: Fields): Promise<Imported> {
  return connection.call(`import ${source}`, "importSpec", fields);
}

async function addSpec(work: Work): Promise<Exit> {
  const { terminal, choices, fields, source } = work;
  const imported = await send(work, { ...fields, isPreview: choices.isPreview });
  terminal.say(
    choices.isPreview
      ? `Preview: ${source} would become a new specification. Nothing was stored.`
      : renderVersion(imported, terminal.paint),
  );
  reportDocument(imported, work);
  return "passed";
}

async function mergeInto(work: Work, wanted: string): Promise<Exit> {
  const { connection, terminal, choices } = work;
  const spec = await findSpec(connection, work.fields.projectId, wanted);
  const fields = { ...work.fields, specId: spec.id, prefer: choices.prefer };
  const preview = await send(work, { ...fields, isPreview: true });
  terminal.say(renderMerge(preview, terminal.paint).join("\n"));
  if (choices.isPreview) {
    terminal.say("This is a preview: nothing was changed.");
    reportDocument(preview, work);
    return "passed";
  }
  if (!(await agree(preview, choices))) {
    terminal.note("Nothing was changed.");
    return "incomplete";
  }
  // A document without changes is sent too, because the next merge uses the last document as its
  // base.
  const imported = await send(work, fields);
  terminal.say(renderVersion(imported, terminal.paint));
  reportDocument(imported, work);
  return "passed";
}

/** @throws Failure without a terminal for the confirmation. */
async function agree(
  { changeCount, conflicts }: Imported,
  { isAgreed, version }: ImportChoices,
): Promise<boolean> {
  const isHarmless = changeCount + conflicts.length === 0 && version === null;
  if (isAgreed || isHarmless) return true;
  if (canAsk()) return confirm("Make these changes?");
  throw usageFailure(
    "Nothing was changed: the merge needs confirmation, and there is no terminal.",
    `Add --yes to ${describeMerge(changeCount, version)}, or --preview to only show the changes.`,
  );
}

function describeMerge(changeCount: number, version: string | null): string {
  if (changeCount > 0) return "make the changes above";
  return version === null
    ? "keep the specification's version"
    : `create version ${cleanText(version)} without changes`;
}

function reportDocument(imported: Imported, { terminal, choices }: Work): void {
  terminal.say(renderImport(imported, terminal.paint, choices.showsAll).join("\n"));
  if (!choices.isJson) return;
  terminal.emit(JSON.stringify({ isPreview: choices.isPreview, ...imported }, null, 2));
}
