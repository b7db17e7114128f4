import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { importSpec } from "@lintel/contract/operations/spec-document";
import type { VersionPlace } from "../../domain/design/design.types.ts";
import { needRoom } from "../../domain/design/endpoint-limit.ts";
import type { ReadDocument } from "../../domain/design/tasks/read-document.task.ts";
import { insertDesign } from "../../domain/design/write-design.ts";
import type { DocumentPlatform } from "../../domain/design/tasks/document-platform.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { nameDocument, nameVersion } from "./document-names.ts";
import { replaceExternalDocuments } from "./external-document.store.ts";
import { fetchReferences, nothingFetched, type FetchedReferences } from "./fetch-references.ts";
import { loadText } from "./load-text.ts";
import { toSubject, readSpec, storeSpec } from "./spec.service.ts";
import { readVersion, storeVersion } from "./spec-version.service.ts";
import { saveSource } from "./spec-version.store.ts";

type Input = InputOf<typeof importSpec>;
type Imported = OutputOf<typeof importSpec>;
type ImportPlatform = Pick<DocumentPlatform, "clock" | "egress" | "documents">;

/** An imported document with its parsed contents. */
export interface IncomingDocument extends ReadDocument {
  readonly text: string;
  readonly fetched: FetchedReferences;
  /** Releases its turn. Large documents are imported one after the other. */
  readonly leave: () => void;
}

/** Reads the document and waits for its turn before any lock, because both can take seconds. */
export async function prepareImport(
  { egress, documents }: ImportPlatform,
  { organizationId }: ProjectContext,
  input: Input,
): Promise<IncomingDocument> {
  const text = await loadText(egress, input);
  const load = { organizationId, size: text.length };
  const read = await documents.run("readDocument", { text }, load);
  const uris = read.externalReferences.map(({ uri }) => uri);
  const fetched =
    input.references === "fetch"
      ? await fetchReferences({ egress, documents, organizationId }, addressOf(input), uris)
      : nothingFetched;
  const leave = await documents.enterWriting(load);
  return { text, ...read, fetched, leave };
}

/**
 * Creates a specification from a document. An invalid one is imported completely, with warnings.
 */
export async function importNewSpec(
  platform: ImportPlatform,
  context: ProjectContext,
  input: Input,
  document: IncomingDocument,
): Promise<Imported> {
  const { db, organizationId, now } = context;
  const { packed, openapiVersion } = document;
  const endpoints = packed.rows.endpoints.count;
  await needRoom(context, { before: 0, after: endpoints });
  if (input.isPreview === true)
    return {
      ...describeDocument(document, input),
      spec: null,
      version: null,
      isNew: true,
      ...nothingChanged,
    };
  const name = input.name ?? nameDocument(packed.document.title, input);
  const specId = await storeSpec(platform, context, { name, basePath: null, description: null });
  const id = platform.clock.newId();
  const version = input.version ?? nameVersion(packed.document.infoVersion);
  await storeVersion(context, specId, { id, version, openapiVersion, document: packed.document });
  const place = { organizationId, versionId: id };
  await insertDesign(db, place, packed, now);
  await keepSource(context, place, input, document);
  const subject = toSubject({ id: specId, name });
  context.emit("spec.imported", { subject, data: { versionId: id, endpoints } });
  return {
    ...describeDocument(document, input),
    spec: await readSpec(context, specId),
    version: await readVersion(context, specId, id),
    isNew: true,
    ...nothingChanged,
  };
}

const nothingChanged = { changes: [], changeCount: 0, conflicts: [] };

/** The address of a document, for its relative references. */
const addressOf = ({ url, baseUrl }: Input): string | null => url ?? baseUrl ?? null;

/** The findings about the document itself. */
export function describeDocument(document: IncomingDocument, { references = "report" }: Input) {
  const { isValid, warnings, isCut, externalReferences, fetched } = document;
  return {
    isValid,
    warnings: [...warnings],
    isCut,
    externalReferences: externalReferences.map(({ uri, count }) => ({
      uri,
      count,
      isFetched: references === "fetch" && !fetched.problems.has(uri),
      problem: fetched.problems.get(uri) ?? null,
    })),
    fetchedDocuments: fetched.documents.map(({ address, text }) => ({
      address,
      size: Buffer.byteLength(text),
    })),
  };
}

/** Stores the source text of the version, and the external documents if they were requested. */
export async function keepSource(
  { db, now }: ProjectContext,
  place: VersionPlace,
  input: Input,
  document: IncomingDocument,
): Promise<void> {
  const { organizationId, versionId } = place;
  const source = toSource(input, document);
  await saveSource(db, { organizationId, versionId, ...source, importedAt: now });
  if (input.references !== "fetch") return;
  await replaceExternalDocuments(db, place, document.fetched.documents, now);
}

function toSource(input: Input, { compressed, format, digest }: IncomingDocument) {
  return {
    format,
    fileName: input.fileName ?? null,
    address: addressOf(input),
    digest,
    text: null,
    compressed,
  };
}
