import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type * as declared from "@lintel/contract/operations/doc-version";
import type { DocVersion, DocVersionStatus } from "@lintel/contract/shapes/docs";
import type { Visibility } from "@lintel/contract/words/visibilities";
import { needIn } from "../../platform/credentials/authorize.ts";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { conflict, Problem } from "../../platform/problem.ts";
import {
  lockDocumentation,
  findVersion,
  isEditable,
  lockVersion,
  subjectOf,
  type StoredDocumentation,
  type StoredVersion,
  type VersionPlace,
} from "./doc-visibility.ts";
import { archiveVersion, deleteOldCopies } from "./archive-version.ts";
import { copyVersion } from "./copy-version.ts";
import {
  deleteVersionRow,
  insertVersion,
  selectPublished,
  readNextNumber,
  updateVersionRow,
} from "./doc-version.store.ts";
import { showVersion, type Portal } from "./documentation.view.ts";

/** The statuses that a version may take from each status. */
const transitions: Readonly<Record<DocVersionStatus, readonly DocVersionStatus[]>> = {
  draft: ["review", "published"],
  review: ["draft", "published"],
  published: ["archived"],
  archived: [],
};

export async function readVersion(
  portal: Portal,
  context: ProjectContext,
  place: VersionPlace,
): Promise<DocVersion> {
  return showVersion(portal, context, await findVersion(context, place));
}

export async function addVersion(
  platform: Portal & Pick<Platform, "clock">,
  context: ProjectContext,
  input: InputOf<typeof declared.createDocVersion>,
): Promise<DocVersion> {
  const { docId, fromVersionId } = input;
  const { clock } = platform;
  const { db, organizationId, now } = context;
  await lockDocumentation(context, docId);
  const from =
    fromVersionId === undefined
      ? null
      : await lockVersion(context, { docId, versionId: fromVersionId });
  const versionNumber = await readNextNumber(db, organizationId, docId);
  const row = await insertVersion(db, {
    organizationId,
    documentationId: docId,
    id: clock.newId(),
    versionNumber,
    label: input.label ?? from?.publishedLabel ?? from?.label ?? `${versionNumber}.0`,
    status: "draft",
    visibility: input.visibility ?? from?.visibility ?? "internal",
    createdAt: now,
    modifiedAt: now,
    rowVersion: 1,
  });
  if (from !== null) await copyVersion(clock, context, from, row);
  context.emit("doc_version.created", {
    subject: subjectOf(row),
    data: { docId: row.documentationId, fromVersionId: from?.id ?? null },
  });
  return showVersion(platform, context, row);
}

export async function changeVersion(
  portal: Portal,
  context: ProjectContext,
  input: InputOf<typeof declared.updateDocVersion>,
): Promise<DocVersion> {
  const before = await lockVersion(context, input);
  if (decodeRowVersion(input.rowVersion) !== before.rowVersion)
    throw conflict(encodeRowVersion(before.rowVersion));
  const { label = before.label, visibility = before.visibility } = input;
  if (!isEditable(before)) {
    needIn(context.principal, context.projectId, "docs:publish");
    if (label !== before.label) {
      const detail = `Version ${before.label} is ${before.status}: readers know it by its label.`;
      throw new Problem("VERSION_NOT_EDITABLE", detail, { versionStatus: before.status });
    }
  }
  const row = await updateVersionRow(context.db, before, {
    label,
    visibility,
    modifiedAt: context.now,
  });
  context.emit("doc_version.updated", {
    subject: subjectOf(row),
    data: { docId: row.documentationId, visibility: visibility as Visibility },
    details: { label },
  });
  return showVersion(portal, context, row);
}

export async function moveVersionOn(
  portal: Portal,
  context: ProjectContext,
  input: InputOf<typeof declared.changeDocVersionStatus>,
): Promise<OutputOf<typeof declared.changeDocVersionStatus>> {
  const documentation = await lockDocumentation(context, input.docId);
  const version = await lockVersion(context, input);
  const { status: to, visibility = version.visibility } = input;
  const isMoved = to !== version.status;
  if (!isMoved && visibility === version.visibility) {
    const shown = await showVersion(portal, context, version);
    return { ...shown, replacedVersionId: null, deletedVersionIds: [] };
  }
  checkMove(context, documentation, version, to);
  const published = to === "published" && isMoved ? await selectSameLabel(context, version) : null;
  if (published !== null) await archiveVersion(context, published, true);
  const row =
    to === "archived" && isMoved
      ? await archiveVersion(context, { ...version, visibility }, false)
      : await updateVersionRow(context.db, version, {
          ...(isMoved ? changeFor(context, to) : {}),
          visibility,
          modifiedAt: context.now,
        });
  const deletedVersionIds =
    published === null ? [] : await deleteOldCopies(context, documentation, row);
  context.emit("doc_version.status_changed", {
    subject: subjectOf(version),
    data: {
      docId: version.documentationId,
      from: version.status as DocVersionStatus,
      to,
      visibility: visibility as Visibility,
      deletedVersionIds,
    },
  });
  const shown = await showVersion(portal, context, row);
  return { ...shown, replacedVersionId: published?.id ?? null, deletedVersionIds };
}

export async function removeVersion(context: ProjectContext, place: VersionPlace): Promise<void> {
  const version = await lockVersion(context, place);
  if (version.status === "published") {
    const detail = `Readers see version ${version.label}. Archive it first.`;
    throw new Problem("IN_USE", detail);
  }
  await deleteVersionRow(context.db, version);
  context.emit("doc_version.deleted", {
    subject: subjectOf(version),
    data: { docId: version.documentationId },
  });
}

function checkMove(
  context: ProjectContext,
  { requireApproval, name }: StoredDocumentation,
  version: StoredVersion,
  to: DocVersionStatus,
): void {
  const from = version.status as DocVersionStatus;
  if (to === "published" || to === "archived")
    needIn(context.principal, context.projectId, "docs:publish");
  // Only its visibility changes.
  if (from === to) return;
  const allowed = transitions[from];
  if (!allowed.includes(to)) {
    const detail = `A version that is ${from} does not become ${to}.`;
    throw new Problem("TRANSITION_REFUSED", detail, { from, to, allowed });
  }
  if (from === "draft" && to === "published" && requireApproval)
    throw new Problem("APPROVAL_REQUIRED", `${name} is published only after a review.`);
}

/**
 * The published version that is replaced, because two versions with one label would have the same
 * address.
 */
async function selectSameLabel(
  { db }: ProjectContext,
  { organizationId, documentationId, label }: StoredVersion,
): Promise<StoredVersion | null> {
  return (await selectPublished(db, organizationId, documentationId, label)) ?? null;
}

function changeFor({ principal, now }: ProjectContext, to: DocVersionStatus) {
  const by = principal.user?.id ?? null;
  return {
    status: to,
    modifiedAt: now,
    ...(to === "review" ? { submittedBy: by } : {}),
    ...(to === "draft" ? { submittedBy: null } : {}),
    ...(to === "published" ? { approvedBy: by, publishedAt: now } : {}),
  };
}
