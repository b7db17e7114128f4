import { sql } from "kysely";
import { compileOnce } from "../../platform/database/compile-once.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { Place } from "../../domain/docs/node-paths.ts";
import { pageContent } from "../../domain/docs/page-content.ts";

/**
 * A text column without loss. The embedded database's driver removes a byte order mark at the
 * beginning of a text; a JSON string begins with its quote.
 */
export const wholeText = (column: string) => sql<string | null>`to_json(${sql.ref(column)})`;

/** The folder file of the pushed root folder. */
export async function selectRootFile(
  db: Database,
  { organizationId, versionId }: Place,
): Promise<string | null> {
  const row = await db
    .selectFrom("docVersion")
    .select(wholeText("folder_file").as("folderFile"))
    .where("organizationId", "=", organizationId)
    .where("id", "=", versionId)
    .executeTakeFirst();
  return row?.folderFile ?? null;
}

const selectNodes = compileOnce((db: Database, organizationId: string, versionId: string) =>
  db
    .selectFrom("docNode")
    .select(["id", "type", "parentId", "position", "slug", "title", "icon", "description"])
    .select(["isSection", "fileName", "fileOrder", wholeText("folder_file").as("folderFile")])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .orderBy("position")
    .orderBy("id"),
);

const selectPages = compileOnce((db: Database, organizationId: string, versionId: string) =>
  db
    .selectFrom("docPage as p")
    .leftJoin("userAccount as u", "u.id", "p.lockedBy")
    .select(["p.id", "p.digest", "p.lockExpiresAt", "p.lockedSince", "u.name as lockedByName"])
    .where("p.organizationId", "=", organizationId)
    .where("p.versionId", "=", versionId),
);

type NodeRow = Awaited<ReturnType<typeof selectNodes>>[number];
type PageRow = Awaited<ReturnType<typeof selectPages>>[number];

/** An item of a version, with everything for its file except the text. */
export type FileNode = NodeRow & {
  readonly [Key in keyof Omit<PageRow, "id">]: PageRow[Key] | null;
};

/**
 * Every item of a version in the order of its siblings. Joined in the server, because the database
 * has no statistics of a version that was just written, and would choose a nested loop. A page that
 * is deleted between the two reads is omitted.
 */
export async function selectFileNodes(
  db: Database,
  { organizationId, versionId }: Place,
): Promise<FileNode[]> {
  const nodes = await selectNodes(db, organizationId, versionId);
  const pages = await selectPages(db, organizationId, versionId);
  const byId = new Map(pages.map((page) => [page.id, page]));
  const none = { digest: null, lockExpiresAt: null, lockedSince: null, lockedByName: null };
  return nodes
    .filter(({ id, type }) => type !== "page" || byId.has(id))
    .map((node) => Object.assign(node, none, byId.get(node.id)));
}

export interface StoredFile {
  readonly path: string;
  readonly digest: string;
}

/** The folder files of a version, including that of the root. */
export async function selectFolderFiles(db: Database, place: Place): Promise<string[]> {
  const nodes = await selectNodes(db, place.organizationId, place.versionId);
  const files = [await selectRootFile(db, place), ...nodes.map(({ folderFile }) => folderFile)];
  return files.filter((text) => text !== null);
}

/** The images and other files of a version. */
export function selectAssets(
  db: Database,
  { organizationId, versionId }: Place,
): Promise<StoredFile[]> {
  return db
    .selectFrom("docVersionAsset")
    .select(["path", "digest"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .orderBy("path")
    .execute();
}

/** The files as they were last synced. */
export function selectSynced(
  db: Database,
  { organizationId, versionId }: Place,
): Promise<StoredFile[]> {
  return db
    .selectFrom("docSyncedFile")
    .select(["path", "digest"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .execute();
}

/**
 * The front matter of pages by the digests of their files. Pages without front matter are omitted.
 */
export async function selectFrontMatters(
  db: Database,
  { organizationId, versionId }: Place,
  digests: readonly string[],
): Promise<Map<string, string>> {
  if (digests.length === 0) return new Map();
  const rows = await db
    .selectFrom("docPage")
    .select(["digest", wholeText("front_matter").as("frontMatter")])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("frontMatter", "is not", null)
    .where(sql<boolean>`digest = any(${sql.val([...new Set(digests)])}::text[])`)
    .execute();
  return new Map(rows.map(({ digest, frontMatter }) => [digest, frontMatter ?? ""]));
}

/** The files of pages by their ids. */
export async function selectTexts(
  db: Database,
  { organizationId, versionId }: Place,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("docPage as p")
    .select("p.id")
    .select(wholeText("p.front_matter").as("frontMatter"))
    .select(sql<string | null>`to_json(${pageContent("p")})`.as("content"))
    .where("p.organizationId", "=", organizationId)
    .where("p.versionId", "=", versionId)
    .where("p.id", "in", ids)
    .execute();
  return new Map(
    rows.map(({ id, frontMatter, content }) => [id, (frontMatter ?? "") + (content ?? "")]),
  );
}
