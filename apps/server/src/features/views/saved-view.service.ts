import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  createSavedView,
  listSavedViews,
  SavedView,
  updateSavedView,
} from "@lintel/contract/operations/saved-view";
import { maxViews } from "@lintel/contract/words/views";
import { needIn } from "../../platform/credentials/authorize.ts";
import { isDuplicate } from "../../platform/database/database-error.ts";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { conflict, invalid, notFound, Problem } from "../../platform/problem.ts";
import {
  countViews,
  deleteOtherDefaults,
  deleteView,
  insertView,
  lockViews,
  selectView,
  selectViews,
  updateView,
  writeDefault,
  type StoredView,
  type ViewPlace,
} from "./saved-view.store.ts";

export async function listViews(
  context: ProjectContext,
  { list }: InputOf<typeof listSavedViews>,
): Promise<OutputOf<typeof listSavedViews>> {
  const items = (await selectViews(context.db, placeOf(context), list)).map(toView);
  return { items, totalCount: items.length, skip: 0, take: items.length };
}

export async function addView(
  { clock }: Pick<Platform, "clock">,
  context: ProjectContext,
  input: InputOf<typeof createSavedView>,
): Promise<SavedView> {
  const { list, name, search, isShared = false, isDefault = false } = input;
  const place = placeOf(context);
  const ownerId = ownerOf(context, isShared);
  await needRoom(context, ownerId);
  const id = clock.newId();
  const { db, now } = context;
  await insertView(db, { ...place, id, list, now }, { name, search, ownerId }).catch(refuseTaken);
  if (isDefault) await writeDefault(db, { ...place, list, id }, needPerson(context), true);
  const view = await find(context, id);
  context.emit("saved_view.created", about(view));
  return toView(view);
}

export async function changeView(
  context: ProjectContext,
  { viewId, rowVersion, isDefault, ...fields }: InputOf<typeof updateSavedView>,
): Promise<SavedView> {
  const before = await find(context, viewId);
  if (decodeRowVersion(rowVersion) !== before.rowVersion)
    throw conflict(encodeRowVersion(before.rowVersion));
  const changed = Object.keys(fields);
  if (changed.length > 0) await writeFields(context, before, fields);
  if (isDefault !== undefined && isDefault !== before.isDefault) {
    await writeDefault(context.db, before, needPerson(context), isDefault);
    changed.push("isDefault");
  }
  const view = await find(context, viewId);
  if (changed.length > 0) {
    const { subject, data } = about(view);
    context.emit("saved_view.updated", { subject, data: { ...data, changed } });
  }
  return toView(view);
}

export async function removeView(context: ProjectContext, id: string): Promise<void> {
  const view = await find(context, id);
  needChange(context, view.ownerId);
  await deleteView(context.db, view);
  context.emit("saved_view.deleted", about(view));
}

type Fields = Pick<InputOf<typeof updateSavedView>, "name" | "search" | "isShared">;

async function writeFields(
  context: ProjectContext,
  before: StoredView,
  fields: Fields,
): Promise<void> {
  needChange(context, before.ownerId);
  const isShared = fields.isShared ?? before.ownerId === null;
  const ownerId = ownerOf(context, isShared);
  if (ownerId !== before.ownerId) await needRoom(context, ownerId);
  const { name = before.name, search = before.search } = fields;
  const values = { name, search, ownerId };
  const isWritten = await updateView(context.db, before, values, context.now).catch(refuseTaken);
  if (!isWritten) throw conflict(encodeRowVersion((await find(context, before.id)).rowVersion));
  // Other people do not see the view any more: it is no longer their default.
  if (ownerId !== null) await deleteOtherDefaults(context.db, before, ownerId);
}

function placeOf({ organizationId, projectId, principal }: ProjectContext): ViewPlace {
  return { organizationId, projectId, userId: principal.user?.id ?? null };
}

/** @throws Problem where a shared view needs another role, or the caller is no person who could own one */
function ownerOf(context: ProjectContext, isShared: boolean): string | null {
  if (!isShared) return needPerson(context);
  needChange(context, null);
  return null;
}

function needPerson({ principal }: ProjectContext): string {
  if (principal.user !== null) return principal.user.id;
  throw invalid({
    field: "isShared",
    code: "person",
    message: "Only people have views of their own and defaults: share the view.",
  });
}

function needChange({ principal, projectId }: ProjectContext, ownerId: string | null): void {
  if (ownerId === null) needIn(principal, projectId, "projects:write");
}

async function needRoom(context: ProjectContext, ownerId: string | null): Promise<void> {
  const place = placeOf(context);
  await lockViews(context.db, place);
  if ((await countViews(context.db, place, ownerId)) < maxViews) return;
  throw new Problem(
    "TOO_MANY_VIEWS",
    ownerId === null
      ? `The project shares ${maxViews} views.`
      : `You have ${maxViews} views in the project.`,
  );
}

async function find(context: ProjectContext, id: string): Promise<StoredView> {
  const row = await selectView(context.db, placeOf(context), id);
  if (row === undefined) throw notFound("The view");
  return row;
}

function refuseTaken(error: unknown): never {
  throw isDuplicate(error) ? new Problem("NAME_TAKEN", "The list has a view of this name.") : error;
}

// The name of a view that is not shared is its owner's alone.
const about = ({ id, name, list, ownerId }: StoredView) => ({
  subject: { type: "savedView", id, name: ownerId === null ? name : null } as const,
  data: { list: list as SavedView["list"], isShared: ownerId === null },
});

const toView = ({ id, list, name, search, ownerId, ...row }: StoredView): SavedView => ({
  id,
  list: list as SavedView["list"],
  name,
  search,
  isShared: ownerId === null,
  isDefault: row.isDefault,
  rowVersion: encodeRowVersion(row.rowVersion),
});
