import { createHash } from "node:crypto";
import type { SearchText } from "@lintel/reference/search/list-search-texts";
import type { InputOf, OutgoingFile } from "@lintel/contract/operation";
import type * as declared from "@lintel/contract/operations/doc-reference";
import type { DocReference } from "@lintel/contract/shapes/docs";
import { needIn } from "../../platform/credentials/authorize.ts";
import * as specs from "../../domain/design/version-visibility.ts";
import { readStoredDocument } from "../../domain/design/stored-document.ts";
import { listFolders, measureTexts } from "../../domain/design/stored-texts.ts";
import type { DocumentPlatform } from "../../domain/design/tasks/document-platform.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { notFound } from "../../platform/problem.ts";
import { readSiblings } from "./doc-folder.service.ts";
import { deleteNodes, insertNode, updateNode } from "./doc-node.store.ts";
import type { Place } from "../../domain/docs/node-paths.ts";
import { forgetEmbeds } from "./doc-page.store.ts";
import {
  insertSnapshot,
  selectReference,
  selectReferenceDocument,
  replaceSearchTexts,
  updateSnapshot,
  type StoredReference,
} from "./doc-reference.store.ts";
import { findVersion, lockEditable, type VersionPlace } from "./doc-visibility.ts";
import { findParent, rowsOf } from "./doc-tree.service.ts";
import { selectOutdated } from "./doc-tree.store.ts";
import { touchTree } from "./doc-version.store.ts";
import { describeGroups } from "./group-descriptions.rules.ts";
import { chooseSlug } from "./slug.rules.ts";

type ReferencePlace = VersionPlace & { readonly referenceId: string };

/** The exported document of a specification's version at this moment. */
export interface Snapshot {
  readonly specId: string;
  readonly specVersionId: string;
  readonly specName: string;
  readonly versionNumber: string;
  readonly endpointCount: number;
  readonly digest: string;
  readonly document: string;
  /** JSON pairs, so that pages can be rendered again without the specification. */
  readonly groupDescriptions: string;
}

/** A snapshot with the search texts of its pages. */
export interface Taken {
  readonly snapshot: Snapshot;
  readonly texts: readonly SearchText[];
}

/** Exports the document before the transaction, because it can be long. */
export function prepareAttach(
  platform: Pick<DocumentPlatform, "documents">,
  context: ProjectContext,
  { specId, specVersionId }: InputOf<typeof declared.attachDocReference>,
): Promise<Taken> {
  return takeSnapshot(platform, context, specId, specVersionId);
}

export async function attachReference(
  { clock }: Pick<Platform, "clock">,
  context: ProjectContext,
  input: InputOf<typeof declared.attachDocReference>,
  taken: Taken,
): Promise<DocReference> {
  const version = await lockEditable(context, input);
  const place = rowsOf(version);
  const { parentFolderPublicId: parentId = null, title = taken.snapshot.specName } = input;
  await findParent(context, place, parentId);
  const fields = { parentId, title, slug: input.slug };
  const id = await insertReference({ clock }, context, place, fields, taken);
  await forgetEmbeds(context.db, place);
  await touchTree(context.db, version);
  return answer(context, place, input, id, "doc_reference.attached");
}

interface NewReference {
  readonly parentId: string | null;
  readonly title: string;
  readonly slug: string | undefined;
}

/**
 * Adds a reference at the end of its folder and returns its id.
 * @param fileName - the file that declares it, or null if it was attached by hand
 */
export async function insertReference(
  { clock }: Pick<Platform, "clock">,
  context: ProjectContext,
  place: Place,
  { parentId, title, slug }: NewReference,
  { snapshot, texts }: Taken,
  fileName: string | null = null,
): Promise<string> {
  const { db, now } = context;
  const siblings = await readSiblings(context, place, parentId);
  const node = await insertNode(db, {
    ...place,
    id: clock.newId(),
    type: "specSnapshot",
    parentId,
    slug: chooseSlug(slug, title, "reference", siblings),
    title,
    fileName,
    createdAt: now,
    modifiedAt: now,
    rowVersion: 1,
  });
  await insertSnapshot(db, { ...place, id: node.id, ...snapshot });
  await replaceSearchTexts(db, place, node.id, texts);
  return node.id;
}

/**
 * Changes the document that a reference shows.
 * @param more - other columns that change with it
 */
export async function renewReference(
  { db, now }: ProjectContext,
  place: Place,
  before: StoredReference,
  { snapshot, texts }: Taken,
  more: { readonly fileName?: null } = {},
): Promise<void> {
  await updateNode(db, before, { ...more, modifiedAt: now });
  await updateSnapshot(db, place, before.id, snapshot);
  await replaceSearchTexts(db, place, before.id, texts);
}

/** Exports the document of the version that the reference is to show. */
export async function prepareUpdate(
  platform: Pick<DocumentPlatform, "documents">,
  context: ProjectContext,
  input: InputOf<typeof declared.updateDocReference>,
): Promise<Taken> {
  const version = await findVersion(context, input);
  const { specId } = await findReference(context, rowsOf(version), input.referenceId);
  return takeSnapshot(platform, context, specId, input.specVersionId);
}

export async function changeReference(
  context: ProjectContext,
  input: InputOf<typeof declared.updateDocReference>,
  taken: Taken,
): Promise<DocReference> {
  const version = await lockEditable(context, input);
  const place = rowsOf(version);
  const before = await findReference(context, place, input.referenceId);
  // Choosing a version detaches the reference from the file that declared it, so that a push keeps
  // the version.
  const isChosen = input.specVersionId !== undefined;
  await renewReference(context, place, before, taken, isChosen ? { fileName: null } : {});
  await forgetEmbeds(context.db, place);
  await touchTree(context.db, version);
  return answer(context, place, input, before.id, "doc_reference.updated");
}

export async function removeReference(
  context: ProjectContext,
  input: ReferencePlace,
): Promise<void> {
  const version = await lockEditable(context, input);
  const place = rowsOf(version);
  const reference = await findReference(context, place, input.referenceId);
  await deleteNodes(context.db, place, [reference.id]);
  await forgetEmbeds(context.db, place);
  await touchTree(context.db, version);
  context.emit("doc_reference.removed", ofReference(reference, input));
}

export async function readReferenceDocument(
  context: ProjectContext,
  input: ReferencePlace,
): Promise<OutgoingFile> {
  const version = await findVersion(context, input);
  const found = await selectReferenceDocument(context.db, rowsOf(version), input.referenceId);
  if (found === undefined) throw notFound("The API reference");
  const { slug, document } = found;
  return { mediaType: "application/json", fileName: `${slug}.json`, content: document };
}

/** Exports a specification's document as it is now. */
export async function takeSnapshot(
  { documents }: Pick<DocumentPlatform, "documents">,
  context: ProjectContext,
  specId: string,
  specVersionId: string | undefined,
): Promise<Taken> {
  needIn(context.principal, context.projectId, "specs:read");
  const spec = await specs.findSpec(context, specId);
  const version =
    specVersionId === undefined
      ? await specs.findShownVersion(context, specId)
      : await specs.findVersion(context, specId, specVersionId);
  const stored = await readStoredDocument(context, version);
  const groupDescriptions = [...describeGroups(listFolders(stored.texts))];
  const taking = { stored, groupDescriptions };
  const { bytes, endpointCount, searchTexts } = await documents.run("takeReference", taking, {
    organizationId: context.organizationId,
    size: measureTexts(stored.texts),
  });
  const snapshot: Snapshot = {
    specId,
    specVersionId: version.versionId,
    specName: spec.name,
    versionNumber: version.version,
    endpointCount,
    digest: createHash("sha256").update(bytes).digest("hex"),
    document: new TextDecoder().decode(bytes),
    groupDescriptions: JSON.stringify(groupDescriptions),
  };
  return { snapshot, texts: searchTexts };
}

async function findReference(
  { db }: ProjectContext,
  place: Place,
  id: string,
): Promise<StoredReference> {
  const reference = await selectReference(db, place, id);
  if (reference === undefined) throw notFound("The API reference");
  return reference;
}

async function answer(
  context: ProjectContext,
  place: Place,
  input: VersionPlace,
  id: string,
  event: "doc_reference.attached" | "doc_reference.updated",
): Promise<DocReference> {
  const row = await findReference(context, place, id);
  const { specId, specVersionId } = row;
  const { subject, data } = ofReference(row, input);
  context.emit(event, { subject, data: { ...data, specId, specVersionId } });
  const outdated = await selectOutdated(context.db, place);
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    parentFolderPublicId: row.parentId,
    specId: row.specId,
    specVersionId: row.specVersionId,
    specName: row.specName,
    versionNumber: row.versionNumber,
    endpointCount: row.endpointCount,
    digest: row.digest,
    hasNewerVersion: outdated.includes(row.id),
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
  };
}

const ofReference = ({ id, title: name }: StoredReference, { docId, versionId }: VersionPlace) => ({
  subject: { type: "docReference", id, name } as const,
  data: { docId, versionId },
});
