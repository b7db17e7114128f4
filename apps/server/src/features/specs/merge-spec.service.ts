import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { importSpec } from "@lintel/contract/operations/spec-document";
import { needRoom } from "../../domain/design/endpoint-limit.ts";
import { readTexts } from "../../domain/design/read-design.ts";
import { measureSource } from "../../domain/design/source-text.ts";
import { measureTexts } from "../../domain/design/stored-texts.ts";
import type { MergedDocument } from "../../domain/design/tasks/merge-document.task.ts";
import {
  findSpec,
  lockVersion,
  versionLocked,
  type VisibleVersion,
} from "../../domain/design/version-visibility.ts";
import { replaceDesign, updateDocument } from "../../domain/design/write-design.ts";
import type { DocumentPlatform } from "../../domain/design/tasks/document-platform.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { notFound } from "../../platform/problem.ts";
import { nameVersion } from "./document-names.ts";
import { describeDocument, keepSource, type IncomingDocument } from "./import-spec.service.ts";
import { toSubject, readSpec } from "./spec.service.ts";
import { copyVersion, readVersion, retitleVersion } from "./spec-version.service.ts";
import { selectSource, selectVersions } from "./spec-version.store.ts";

type Input = InputOf<typeof importSpec>;
type Imported = OutputOf<typeof importSpec>;
type MergePlatform = Pick<DocumentPlatform, "clock" | "egress" | "documents">;

/**
 * Merges the changes of a document since its last import into the specification's newest version,
 * or into a new copy of it.
 */
export async function mergeIntoSpec(
  platform: MergePlatform,
  context: ProjectContext,
  input: Input & { readonly specId: string },
  document: IncomingDocument,
): Promise<Imported> {
  const spec = await findSpec(context, input.specId);
  const version = await chooseVersion(platform, context, input);
  const merged = await merge(platform, context, version, { input, document });
  await needRoom(context, merged.endpoints);
  const answer = { ...describeDocument(document, input), isNew: false, ...merged.report };
  if (input.isPreview === true) {
    const shown = await readVersion(context, spec.id, version.versionId);
    return { ...answer, spec: await readSpec(context, spec.id), version: shown };
  }
  await writeMerge(context, version, { merged, input, document });
  context.emit("spec.imported", {
    subject: toSubject(spec),
    data: { versionId: version.versionId, changes: merged.report.changeCount },
  });
  return {
    ...answer,
    spec: await readSpec(context, spec.id),
    version: await readVersion(context, spec.id, version.versionId),
  };
}

/** Locks and returns the version that changes: the newest, or its copy. A preview makes no copy. */
async function chooseVersion(
  platform: MergePlatform,
  context: ProjectContext,
  { specId, version, isPreview = false }: Input & { readonly specId: string },
): Promise<VisibleVersion> {
  const { db, organizationId } = context;
  const [newest] = await selectVersions(db, { organizationId, specId });
  if (newest === undefined) throw notFound("The version");
  const seen = await lockVersion(context, specId, newest.id);
  if (version === undefined) {
    if (seen.isPublished) {
      throw versionLocked(seen, "Name the new version that the document is to become: version.");
    }
    return seen;
  }
  if (isPreview) return seen;
  const copy = await copyVersion(platform, context, { specId, version, fromVersionId: newest.id });
  return lockVersion(context, specId, copy.id);
}

interface Incoming {
  readonly input: Input;
  readonly document: IncomingDocument;
}

/** Merges with the last imported document, or with an empty one if the version was made by hand. */
async function merge(
  { documents }: MergePlatform,
  { db, organizationId }: ProjectContext,
  version: VisibleVersion,
  { input, document }: Incoming,
): Promise<MergedDocument> {
  const mine = await readTexts(db, version);
  const base = (await selectSource(db, version)) ?? null;
  const theirs = document.text;
  const size = measureTexts(mine) + theirs.length + (base === null ? 0 : measureSource(base));
  const { prefer = "mine", version: named = null } = input;
  const merging = { base, mine, theirs, prefer, version: named };
  return documents.run("mergeDocument", merging, { organizationId, size });
}

async function writeMerge(
  context: ProjectContext,
  version: VisibleVersion,
  { merged, input, document }: Incoming & { readonly merged: MergedDocument },
): Promise<void> {
  const { db, now } = context;
  const { changes, openapiVersion } = merged;
  await replaceDesign(db, version, changes, now);
  await updateDocument(db, version, changes.document, now);
  await retitleVersion(context, version, {
    version: nameVersion(changes.document.infoVersion),
    openapiVersion: openapiVersion ?? version.openapiVersion,
  });
  await keepSource(context, version, input, document);
}
