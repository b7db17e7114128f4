import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  createSpecVersion,
  listSpecVersions,
  publishSpecVersion,
  updateSpecVersion,
} from "@lintel/contract/operations/spec-version";
import type { SpecVersion } from "@lintel/contract/shapes/spec";
import { cancelOrphans } from "../../domain/deprecation/cancel-orphans.ts";
import { isDuplicate } from "../../platform/database/database-error.ts";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import { readTexts } from "../../domain/design/read-design.ts";
import { measureTexts } from "../../domain/design/stored-texts.ts";
import {
  findSpec,
  lockDraft,
  lockVersion,
  type VisibleVersion,
} from "../../domain/design/version-visibility.ts";
import { insertDesign } from "../../domain/design/write-design.ts";
import type { DocumentPlatform } from "../../domain/design/tasks/document-platform.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import { conflict, notFound, Problem } from "../../platform/problem.ts";
import { replaceExternalDocuments, selectExternalDocuments } from "./external-document.store.ts";
import {
  copySource,
  deleteVersionRow,
  insertVersion,
  selectCountedVersion,
  selectVersionPage,
  selectVersions,
  updateVersionRow,
  type CountedVersion,
  type NewVersion,
  type VersionChange,
} from "./spec-version.store.ts";

type CopyPlatform = Pick<DocumentPlatform, "clock" | "documents">;

export async function listVersions(
  context: ProjectContext,
  { specId, ...paging }: InputOf<typeof listSpecVersions>,
): Promise<OutputOf<typeof listSpecVersions>> {
  await findSpec(context, specId);
  const { db, organizationId } = context;
  const page = await selectVersionPage(db, { organizationId, specId }, readPaging(paging));
  return { ...page, items: page.items.map(toSpecVersion) };
}

export async function readVersion(
  context: ProjectContext,
  specId: string,
  versionId: string,
): Promise<SpecVersion> {
  return toSpecVersion(await findCounted(context, specId, versionId));
}

/** Makes a draft as a copy: rows, folders, notes and the base of the next merge. */
export async function copyVersion(
  platform: CopyPlatform,
  context: ProjectContext,
  input: InputOf<typeof createSpecVersion>,
): Promise<SpecVersion> {
  const { specId, version } = input;
  const from = await findOrigin(context, specId, input.fromVersionId);
  await lockVersion(context, specId, from.id);
  const { organizationId, db, now } = context;
  const texts = await readTexts(db, { organizationId, versionId: from.id });
  const { clock, documents } = platform;
  const load = { organizationId, size: measureTexts(texts) };
  const copy = await documents.run("copyStored", { texts, version }, load);
  const id = clock.newId();
  const { openapiVersion } = from;
  await storeVersion(context, specId, { id, version, openapiVersion, document: copy.document });
  await insertDesign(db, { organizationId, versionId: id }, copy, now);
  await copySource(db, { organizationId, versionId: from.id }, id);
  const others = await selectExternalDocuments(db, { organizationId, versionId: from.id });
  await replaceExternalDocuments(db, { organizationId, versionId: id }, others, now);
  context.emit("spec_version.created", {
    subject: toSubject({ id, version }),
    data: { specId, fromVersionId: from.id },
  });
  return readVersion(context, specId, id);
}

export async function storeVersion(
  context: ProjectContext,
  specId: string,
  version: NewVersion,
): Promise<void> {
  const place = { organizationId: context.organizationId, specId };
  await insertVersion(context.db, place, version, context.now).catch(refuseTaken);
}

export async function changeVersion(
  context: ProjectContext,
  input: InputOf<typeof updateSpecVersion>,
): Promise<SpecVersion> {
  const { specId, versionId, rowVersion, ...fields } = input;
  await lockDraft(context, specId, versionId, "alone");
  const before = await findCounted(context, specId, versionId);
  checkRowVersion(before, rowVersion);
  const { version } = fields;
  await write(context, before, {
    ...fields,
    ...(version === undefined ? {} : { infoVersion: version }),
  });
  context.emit("spec_version.updated", {
    subject: toSubject({ id: versionId, version: version ?? before.version }),
    data: { specId, changed: Object.keys(fields) },
  });
  return readVersion(context, specId, versionId);
}

/** Sets a version's OpenAPI version after an import, and the document's name unless it is taken. */
export async function retitleVersion(
  context: ProjectContext,
  { specId, versionId }: VisibleVersion,
  { version, openapiVersion }: { readonly version: string; readonly openapiVersion: string },
): Promise<void> {
  const { db, organizationId } = context;
  const all = await selectVersions(db, { organizationId, specId });
  const own = await findCounted(context, specId, versionId);
  const isTaken = all.some((other) => other.id !== versionId && other.version === version);
  const name = isTaken ? own.version : version;
  if (name === own.version && openapiVersion === own.openapiVersion) return;
  await write(context, own, { version: name, openapiVersion });
}

export async function publishVersion(
  context: ProjectContext,
  input: InputOf<typeof publishSpecVersion>,
): Promise<SpecVersion> {
  const { specId, versionId, rowVersion } = input;
  // Waits for edits in progress, which are part of the published version.
  await lockVersion(context, specId, versionId);
  const before = await findCounted(context, specId, versionId);
  if (before.status === "published") return toSpecVersion(before);
  if (rowVersion !== undefined) checkRowVersion(before, rowVersion);
  await write(context, before, { status: "published", publishedAt: context.now });
  context.emit("spec_version.published", { subject: toSubject(before), data: { specId } });
  return readVersion(context, specId, versionId);
}

export async function removeVersion(
  context: ProjectContext,
  specId: string,
  versionId: string,
): Promise<void> {
  const version = await findCounted(context, specId, versionId);
  const all = await selectVersions(context.db, version);
  if (all.length === 1) {
    throw new Problem("IN_USE", "It is the only version: delete the specification instead.");
  }
  await deleteVersionRow(context.db, version);
  await cancelOrphans(context, specId);
  context.emit("spec_version.deleted", { subject: toSubject(version), data: { specId } });
}

async function findOrigin(
  context: ProjectContext,
  specId: string,
  versionId: string | undefined,
): Promise<CountedVersion> {
  if (versionId !== undefined) return findCounted(context, specId, versionId);
  await findSpec(context, specId);
  const { db, organizationId } = context;
  const [newest] = await selectVersions(db, { organizationId, specId });
  if (newest === undefined) throw notFound("The version");
  return newest;
}

async function findCounted(
  context: ProjectContext,
  specId: string,
  versionId: string,
): Promise<CountedVersion> {
  await findSpec(context, specId);
  const { db, organizationId } = context;
  const row = await selectCountedVersion(db, { organizationId, specId }, versionId);
  if (row === undefined) throw notFound("The version");
  return row;
}

async function write(
  context: ProjectContext,
  before: CountedVersion,
  change: VersionChange,
): Promise<void> {
  const isWritten = await updateVersionRow(context.db, before, change, context.now).catch(
    refuseTaken,
  );
  if (isWritten) return;
  const now = await findCounted(context, before.specId, before.id);
  throw conflict(encodeRowVersion(now.rowVersion));
}

function checkRowVersion(before: CountedVersion, rowVersion: string): void {
  if (decodeRowVersion(rowVersion) !== before.rowVersion) {
    throw conflict(encodeRowVersion(before.rowVersion));
  }
}

function refuseTaken(error: unknown): never {
  throw isDuplicate(error)
    ? new Problem("VERSION_EXISTS", "The specification has a version of this name.")
    : error;
}

const toSubject = ({ id, version: name }: { readonly id: string; readonly version: string }) =>
  ({ type: "specVersion", id, name }) as const;

function toSpecVersion(row: CountedVersion): SpecVersion {
  return {
    id: row.id,
    specId: row.specId,
    version: row.version,
    status: row.status as SpecVersion["status"],
    openapiVersion: row.openapiVersion as SpecVersion["openapiVersion"],
    title: row.title,
    description: row.description,
    endpointCount: Number(row.endpointCount ?? 0),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    isDeprecated: row.planSunsetAt !== null,
    sunsetAt: (row.planSunsetAt ?? row.sunsetAt)?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}
