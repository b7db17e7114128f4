import { createHash } from "node:crypto";
import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { getVersionTree } from "@lintel/contract/operations/version-tree";
import { findVersion } from "../../../domain/design/version-visibility.ts";
import { encodeRowVersion } from "../../../platform/database/row-version.ts";
import type { ProjectContext } from "../../../platform/kernel/implementation.ts";
import {
  selectTreeComponents,
  selectTreeEndpoints,
  selectTreeFolders,
  selectTreeTags,
  type TreeEndpointRow,
} from "./version-tree.store.ts";

type Tree = OutputOf<typeof getVersionTree>;
type Outline = Omit<Tree, "treeVersion">;

/** Everything that an outline of the version shows, in four statements, whatever its size. */
export async function readVersionTree(
  context: ProjectContext,
  input: InputOf<typeof getVersionTree>,
): Promise<Tree> {
  const outline = await readOutline(context, input);
  return { ...outline, treeVersion: tagOf(outline) };
}

/** The same statements: nothing shorter changes with a position, a mark of a plan or a deletion. */
export async function readTreeTag(
  context: ProjectContext,
  input: InputOf<typeof getVersionTree>,
): Promise<string> {
  return tagOf(await readOutline(context, input));
}

async function readOutline(
  context: ProjectContext,
  { specId, versionId }: InputOf<typeof getVersionTree>,
): Promise<Outline> {
  const { db } = context;
  const version = await findVersion(context, specId, versionId);
  const rows = await selectTreeEndpoints(db, version, specId);
  const living = rows.filter(({ isDeleted }) => !isDeleted);
  const folders = await selectTreeFolders(db, version);
  const tags = await selectTreeTags(db, version);
  const components = await selectTreeComponents(db, version);
  const counts = countBy(living.map(({ folderId }) => folderId));
  const place = countPlaces();
  return {
    folders: folders.map(({ id, parentId, name, rowVersion }) => ({
      id,
      parentFolderId: parentId,
      name,
      position: place(parentId),
      endpointCount: counts.get(id) ?? 0,
      rowVersion: encodeRowVersion(rowVersion),
    })),
    endpoints: listEndpoints(living),
    tags: listTags(
      // A document may hold a tag without a name.
      tags.flatMap(({ name }) => name ?? []),
      living,
    ),
    components: components as Outline["components"],
    deletedEndpointCount: rows.length - living.length,
  };
}

function listEndpoints(rows: readonly TreeEndpointRow[]): Outline["endpoints"] {
  const place = countPlaces();
  return rows.map(({ id, folderId, method, path, name, tags, isDeprecated, rowVersion }) => ({
    id,
    folderId,
    method: method as Outline["endpoints"][number]["method"],
    path,
    name,
    tags,
    position: place(folderId),
    isDeprecated,
    rowVersion: encodeRowVersion(rowVersion),
  }));
}

function listTags(described: readonly string[], rows: readonly TreeEndpointRow[]): Outline["tags"] {
  const counts = countBy(rows.flatMap(({ tags }) => [...new Set(tags)]));
  const names = new Set([...described, ...counts.keys()]);
  return Array.from(names, (name) => ({ name, endpointCount: counts.get(name) ?? 0 }));
}

/** Numbers siblings, which come in order, from 0. */
function countPlaces(): (parentId: string | null) => number {
  const next = new Map<string | null, number>();
  return (parentId) => {
    const place = next.get(parentId) ?? 0;
    next.set(parentId, place + 1);
    return place;
  };
}

function countBy<Key>(keys: readonly Key[]): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function tagOf(outline: Outline): string {
  const digest = createHash("sha256").update(JSON.stringify(outline)).digest("base64url");
  return `"${digest.slice(0, 22)}"`;
}
