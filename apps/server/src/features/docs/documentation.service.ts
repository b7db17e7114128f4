import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type * as declared from "@lintel/contract/operations/documentation";
import type { Documentation } from "@lintel/contract/shapes/docs";
import { chooseFree, slugify } from "../../platform/ascii-slug.ts";
import { needIn } from "../../platform/credentials/authorize.ts";
import { isDuplicate } from "../../platform/database/database-error.ts";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { readPaging } from "../../platform/paging.ts";
import { conflict } from "../../platform/problem.ts";
import { findDocumentation, type StoredDocumentation } from "./doc-visibility.ts";
import { insertVersion } from "./doc-version.store.ts";
import {
  deleteDocumentationRow,
  insertDocumentation,
  selectDocumentations,
  selectSlugs,
  selectVersionsOf,
  selectVotes,
  updateDocumentationRow,
} from "./documentation.store.ts";
import { readPortalBase, toDocumentation, type Portal } from "./documentation.view.ts";
import { slugTaken } from "./slug.rules.ts";

type Settings = Partial<InputOf<typeof declared.createDocumentation>>;

export async function listProjectDocumentations(
  portal: Portal,
  context: ProjectContext,
): Promise<OutputOf<typeof declared.listDocumentations>> {
  const { db, organizationId, projectId } = context;
  const rows = await selectDocumentations(db, organizationId, projectId);
  const ids = rows.map(({ id }) => id);
  const versions = await selectVersionsOf(db, organizationId, ids);
  const base = await readPortalBase(portal, context);
  const byDocumentation = Map.groupBy(versions, ({ documentationId }) => documentationId);
  return {
    documentations: rows.map((row) =>
      toDocumentation(base, row, byDocumentation.get(row.id) ?? []),
    ),
  };
}

export async function readDocumentation(
  portal: Portal,
  context: ProjectContext,
  docId: string,
): Promise<Documentation> {
  return show(portal, context, await findDocumentation(context, docId));
}

export async function addDocumentation(
  platform: Portal & Pick<Platform, "clock">,
  context: ProjectContext,
  input: InputOf<typeof declared.createDocumentation>,
): Promise<Documentation> {
  const { clock } = platform;
  needPublish(context, input);
  const { db, organizationId, projectId, now } = context;
  const id = clock.newId();
  const slug = await chooseSlug(context, input);
  const stamp = { createdAt: now, modifiedAt: now, rowVersion: 1 };
  const row = await insertDocumentation(db, {
    organizationId,
    projectId,
    id,
    name: input.name,
    slug,
    portalEnabled: true,
    requireApproval: false,
    ...toColumns(input),
    ...stamp,
  }).catch((error: unknown) => refuseTaken(error, slug));
  await insertVersion(db, {
    organizationId,
    documentationId: id,
    id: clock.newId(),
    versionNumber: 1,
    label: input.label ?? "1.0",
    status: "draft",
    visibility: input.visibility ?? "internal",
    ...stamp,
  });
  context.emit("documentation.created", ofDocumentation(row));
  return show(platform, context, row);
}

/** The readers' votes for each page. */
export async function listFeedback(
  context: ProjectContext,
  input: InputOf<typeof declared.listDocFeedback>,
): Promise<OutputOf<typeof declared.listDocFeedback>> {
  const documentation = await findDocumentation(context, input.docId);
  const paging = readPaging(input);
  return { ...(await selectVotes(context.db, documentation, paging)), ...paging };
}

export async function changeDocumentation(
  portal: Portal,
  context: ProjectContext,
  input: InputOf<typeof declared.updateDocumentation>,
): Promise<Documentation> {
  const before = await findDocumentation(context, input.docId);
  needPublish(context, input);
  if (decodeRowVersion(input.rowVersion) !== before.rowVersion)
    throw conflict(encodeRowVersion(before.rowVersion));
  const { name, slug } = input;
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(slug === undefined ? {} : { slug }),
    ...toColumns(input),
    modifiedAt: context.now,
  };
  const row = await updateDocumentationRow(context.db, before, change).catch((error: unknown) =>
    refuseTaken(error, slug),
  );
  if (row === undefined) {
    throw conflict(encodeRowVersion((await findDocumentation(context, input.docId)).rowVersion));
  }
  const changed = Object.keys(change).filter((key) => key !== "modifiedAt");
  context.emit("documentation.updated", { ...ofDocumentation(row), data: { changed } });
  return show(portal, context, row);
}

export async function removeDocumentation(context: ProjectContext, docId: string): Promise<void> {
  const row = await findDocumentation(context, docId);
  await deleteDocumentationRow(context.db, row);
  context.emit("documentation.deleted", ofDocumentation(row));
}

/** Settings of the portal, of approval and of kept copies need the right to publish. */
function needPublish({ principal, projectId }: ProjectContext, input: Settings): void {
  const isGuarded =
    input.portalEnabled !== undefined ||
    input.requireApproval !== undefined ||
    input.branding !== undefined ||
    input.allowsExternalImages !== undefined ||
    input.keptCopies !== undefined;
  if (isGuarded) needIn(principal, projectId, "docs:publish");
}

async function chooseSlug(
  { db, organizationId }: ProjectContext,
  { slug, name }: { readonly slug?: string; readonly name: string },
): Promise<string> {
  if (slug !== undefined) return slug;
  // People type this address and read it aloud, so it has only letters that every keyboard has.
  return chooseFree(slugify(name, "docs"), await selectSlugs(db, organizationId));
}

function toColumns(settings: Settings) {
  const { portalEnabled, requireApproval, allowsExternalImages, branding, keptCopies } = settings;
  return {
    ...(keptCopies === undefined ? {} : { keptCopies }),
    ...(allowsExternalImages === undefined ? {} : { allowsExternalImages }),
    ...(portalEnabled === undefined ? {} : { portalEnabled }),
    ...(requireApproval === undefined ? {} : { requireApproval }),
    // A client that does not know a branding field omits it, so an omitted field is unchanged.
    ...branding,
  };
}

async function show(
  portal: Portal,
  context: ProjectContext,
  row: StoredDocumentation,
): Promise<Documentation> {
  const versions = await selectVersionsOf(context.db, context.organizationId, [row.id]);
  return toDocumentation(await readPortalBase(portal, context), row, versions);
}

function refuseTaken(error: unknown, slug = ""): never {
  throw isDuplicate(error) ? slugTaken(slug) : error;
}

const ofDocumentation = ({ id, name }: StoredDocumentation) => ({
  subject: { type: "documentation", id, name } as const,
  data: {},
});
