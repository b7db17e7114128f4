import type { InputOf, OutgoingFile, OutputOf } from "@lintel/contract/operation";
import type { checkExport, exportSpec } from "@lintel/contract/operations/spec-document";
import { readStoredDocument } from "../../domain/design/stored-document.ts";
import { restoreSource } from "../../domain/design/source-text.ts";
import { measureTexts } from "../../domain/design/stored-texts.ts";
import { findSpec, findVersion } from "../../domain/design/version-visibility.ts";
import type { DocumentPlatform } from "../../domain/design/tasks/document-platform.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { Problem } from "../../platform/problem.ts";
import { selectSource } from "./spec-version.store.ts";

export async function exportDocument(
  { documents }: Pick<DocumentPlatform, "documents">,
  context: ProjectContext,
  input: InputOf<typeof exportSpec>,
): Promise<OutgoingFile> {
  const { specId, versionId, format = "json", openapiVersion } = input;
  const spec = await findSpec(context, specId);
  const version = await findVersion(context, specId, versionId);
  const name = `${nameFile(spec.name)}-${nameFile(version.version)}`;
  if (format === "original") return readOriginal(context, versionId, name);
  const stored = await readStoredDocument(context, version);
  const target = openapiVersion === version.openapiVersion ? null : (openapiVersion ?? null);
  const printing = { stored, format, target, isCompact: context.isAgent };
  const { organizationId } = context;
  const load = { organizationId, size: measureTexts(stored.texts) };
  const { bytes } = await documents.run("printStored", printing, load);
  return {
    mediaType: format === "json" ? "application/json" : "application/yaml",
    fileName: `${name}.${format}`,
    content: bytes,
  };
}

/** What an export to another version of OpenAPI cannot represent. */
export async function listLosses(
  { documents }: Pick<DocumentPlatform, "documents">,
  context: ProjectContext,
  { specId, versionId, openapiVersion }: InputOf<typeof checkExport>,
): Promise<OutputOf<typeof checkExport>> {
  const version = await findVersion(context, specId, versionId);
  if (openapiVersion === version.openapiVersion) return { warnings: [], warningCount: 0 };
  const stored = await readStoredDocument(context, version);
  const converting = { stored, target: openapiVersion };
  const { organizationId } = context;
  const load = { organizationId, size: measureTexts(stored.texts) };
  const losses = await documents.run("listLosses", converting, load);
  return { ...losses, warnings: [...losses.warnings] };
}

async function readOriginal(
  { db, organizationId }: ProjectContext,
  versionId: string,
  name: string,
): Promise<OutgoingFile> {
  const source = await selectSource(db, { organizationId, versionId });
  if (source === undefined) {
    throw new Problem("NOT_FOUND", "This version was not imported: it has no original document.");
  }
  const mediaType = source.format === "json" ? "application/json" : "application/yaml";
  return { mediaType, fileName: `${name}.${source.format}`, content: await restoreSource(source) };
}

const nameFile = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9.]+/g, "-")
    .replaceAll(/^[-.]+|[-.]+$/g, "")
    .slice(0, 80) || "document";
