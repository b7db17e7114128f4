import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type * as declared from "@lintel/contract/operations/tag";
import type { Tag } from "@lintel/contract/shapes/design-tree";
import { quote } from "@lintel/json/shorten";
import { checkOrder } from "../../../platform/database/order.ts";
import { decodeRowVersion, encodeRowVersion } from "../../../platform/database/row-version.ts";
import {
  findVersion,
  lockDraft,
  needOpenApi,
  type VisibleVersion,
} from "../../../domain/design/version-visibility.ts";
import type { ProjectContext } from "../../../platform/kernel/implementation.ts";
import type { Platform } from "../../../platform/kernel/platform.ts";
import { cutPage } from "../../../platform/paging.ts";
import { conflict, invalid, notFound, Problem } from "../../../platform/problem.ts";
import {
  deleteTagRow,
  insertTag,
  orderTagRows,
  renameLabel,
  selectTags,
  updateTags,
  type StoredTag,
} from "./tag.store.ts";

type Clock = Pick<Platform, "clock">;
type Fields = Omit<InputOf<typeof declared.createTag>, "name"> & { readonly name?: string };

export async function listVersionTags(
  context: ProjectContext,
  { specId, versionId, ...paging }: InputOf<typeof declared.listTags>,
): Promise<OutputOf<typeof declared.listTags>> {
  const version = await findVersion(context, specId, versionId);
  const tags = await selectTags(context.db, version);
  return cutPage(
    tags.map((row, position) => toTag(row, version, position)),
    paging,
  );
}

export async function addTag(
  { clock }: Clock,
  context: ProjectContext,
  input: InputOf<typeof declared.createTag>,
): Promise<Tag> {
  const { specId, versionId, ...fields } = input;
  const { db, now, organizationId } = context;
  const version = await lockDraft(context, specId, versionId, "alone");
  const tags = await selectTags(db, version);
  checkTag(version, tags, null, input);
  const id = clock.newId();
  const position = Math.max(-1, ...tags.map((each) => each.position)) + 1;
  const place = { organizationId, versionId, id, position };
  await insertTag(db, { ...place, ...nothingSaid, ...fields }, now);
  const tag = await readTag(context, version, id);
  context.emit("tag.created", ofTag(tag));
  return tag;
}

const nothingSaid = { description: null, icon: null, summary: null, parent: null, kind: null };

/** A new name is also written to the endpoints with the tag and to its child tags. */
export async function changeTag(
  context: ProjectContext,
  input: InputOf<typeof declared.updateTag>,
): Promise<Tag> {
  const { specId: _, versionId: __, tagId, rowVersion, ...change } = input;
  const { db, now } = context;
  const version = await lockTag(context, input);
  const tags = await selectTags(db, version);
  const before = findTag(tags, tagId);
  if (decodeRowVersion(rowVersion) !== before.rowVersion) {
    throw conflict(encodeRowVersion(before.rowVersion));
  }
  checkTag(version, tags, before, input);
  await updateTags(db, version, [tagId], { ...change, ...dropShadowed(before, change) }, now);
  const { name } = change;
  if (name !== undefined && before.name !== null && name !== before.name) {
    await renameLabel(db, version, before.name, name, now);
    const below = tags.filter(({ id, parent }) => parent === before.name && id !== tagId);
    await updateTags(
      db,
      version,
      below.map(({ id }) => id),
      { parent: name },
      now,
    );
  }
  const tag = await readTag(context, version, tagId);
  context.emit("tag.updated", { ...ofTag(tag), details: { was: before.name } });
  return tag;
}

/** Members with another shape than their column are replaced as well. */
function dropShadowed({ rest }: StoredTag, change: object): { readonly rest?: string | null } {
  if (rest === null) return {};
  const kept = Object.entries(rest).filter(([name]) => !Object.hasOwn(change, name));
  if (kept.length === Object.keys(rest).length) return {};
  return { rest: kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept)) };
}

const newer = ["summary", "parent", "kind"] as const;

function checkTag(
  version: VisibleVersion,
  tags: readonly StoredTag[],
  before: StoredTag | null,
  { name, ...fields }: Fields,
): void {
  for (const field of newer) {
    // Clearing a field that the version does not have has no effect.
    if (typeof fields[field] === "string") needOpenApi(version, "3.2", `A tag's ${field}`);
  }
  const others = tags.filter(({ id }) => id !== before?.id);
  if (name !== undefined && name !== before?.name) {
    if (name.includes(",")) {
      throw refuse("name", "Tags are separated by commas: leave them out of the name.");
    }
    if (name !== name.trim()) throw refuse("name", "Leave out blanks at the ends.");
    if (others.some((each) => each.name === name)) {
      throw new Problem("NAME_TAKEN", `The version has a tag ${quote(name)} already.`);
    }
  }
  if (typeof fields.parent === "string") {
    checkParent(others, [before?.name, name], fields.parent);
  }
}

const refuse = (field: string, message: string) => invalid({ field, code: "value", message });

/** OpenAPI 3.2, Tag Object: the parent exists, and no tag is its own ancestor. */
function checkParent(
  others: readonly StoredTag[],
  own: readonly (string | null | undefined)[],
  parent: string,
): void {
  const parents = new Map(others.map((each) => [each.name, each.parent]));
  if (!parents.has(parent) && !own.includes(parent)) {
    throw refuse("parent", `The version has no tag ${parent}.`);
  }
  const seen = new Set<string>();
  for (let above: string | null = parent; above !== null; above = parents.get(above) ?? null) {
    if (own.includes(above)) throw refuse("parent", "A tag cannot be below itself.");
    // Imported tags can contain a circle without this tag.
    if (seen.has(above)) return;
    seen.add(above);
  }
}

export async function orderTags(
  context: ProjectContext,
  { specId, versionId, ids }: InputOf<typeof declared.reorderTags>,
): Promise<void> {
  const version = await lockDraft(context, specId, versionId, "alone");
  const tags = await selectTags(context.db, version);
  checkOrder(
    tags.map(({ id }) => id),
    ids,
  );
  await orderTagRows(context.db, version, ids);
  context.emit("tag.updated", {
    subject: { type: "specVersion", id: versionId, name: version.version },
    data: { specId, versionId, order: ids },
  });
}

/** Endpoints keep the label, which needs no description. Child tags move to its parent. */
export async function removeTag(
  context: ProjectContext,
  input: InputOf<typeof declared.deleteTag>,
): Promise<void> {
  const { db, now } = context;
  const { tagId } = input;
  const version = await lockTag(context, input);
  const tags = await selectTags(db, version);
  const tag = findTag(tags, tagId);
  const below = tags.filter(({ parent }) => parent !== null && parent === tag.name);
  await updateTags(
    db,
    version,
    below.map(({ id }) => id),
    { parent: tag.parent },
    now,
  );
  await deleteTagRow(db, tag);
  context.emit("tag.deleted", ofTag({ ...tag, specId: version.specId }));
}

/**
 * Holds the version of a tag that is there alone; one that is not is missed before a lock is. The project comes first:
 * what another project has is missed as what nowhere is.
 */
async function lockTag(
  context: ProjectContext,
  { specId, versionId, tagId }: InputOf<typeof declared.deleteTag>,
): Promise<VisibleVersion> {
  const seen = await findVersion(context, specId, versionId);
  findTag(await selectTags(context.db, seen), tagId);
  return lockDraft(context, specId, versionId, "alone");
}

function findTag(tags: readonly StoredTag[], id: string): StoredTag {
  const tag = tags.find((each) => each.id === id);
  if (tag === undefined) throw notFound("The tag");
  return tag;
}

async function readTag(context: ProjectContext, version: VisibleVersion, id: string): Promise<Tag> {
  const tags = await selectTags(context.db, version);
  const tag = findTag(tags, id);
  return toTag(tag, version, tags.indexOf(tag));
}

type Identified = Pick<StoredTag, "id" | "name" | "versionId"> & Pick<Tag, "specId">;

const ofTag = ({ id, name, specId, versionId }: Identified) => ({
  subject: { type: "tag", id, name } as const,
  data: { specId, versionId },
});

function toTag(row: StoredTag, { specId, versionId }: VisibleVersion, position: number): Tag {
  return {
    id: row.id,
    specId,
    versionId,
    name: row.name ?? "",
    description: row.description,
    icon: row.icon,
    position,
    summary: row.summary,
    parent: row.parent,
    kind: row.kind,
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}
