import type { Selectable } from "kysely";
import type { DocNodeRow } from "./docs.tables.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { createEmbedResolver, type EmbedResolver } from "./embed-resolver.ts";
import { pathsOf, type PathNode, type Place } from "./node-paths.ts";
import { selectVersions } from "./select-versions.ts";

/**
 * The pages and files of a version, by address and by pushed name, and the contents of its API
 * references.
 */
export interface LinkIndex {
  readonly organizationId: string;
  /** The address of a page by the path of its file, such as `guide/01-start.md`. */
  readonly byFile: ReadonlyMap<string, string>;
  readonly fileOf: ReadonlyMap<string, string>;
  /** The address of each item below the version, by id. */
  readonly paths: ReadonlyMap<string, string>;
  /** All those addresses. */
  readonly addresses: ReadonlySet<string>;
  readonly assets: ReadonlyMap<
    string,
    { readonly width: number | null; readonly height: number | null }
  >;
  readonly resolveEmbed: EmbedResolver;
  /** Whether images of other sites are shown. */
  readonly allowsExternalImages: boolean;
}

export async function readLinkIndex(db: Database, place: Place): Promise<LinkIndex> {
  const nodes = await selectFileNodes(db, place);
  const assets = await selectAssetPaths(db, place);
  const paths = pathsOf(nodes);
  const fileOf = pathsOf(nodes.map((node) => ({ ...node, slug: fileNameOf(node) })));
  const byFile = new Map(
    nodes.map(({ id }) => [(fileOf.get(id) ?? "").toLowerCase(), paths.get(id) ?? ""]),
  );
  return {
    organizationId: place.organizationId,
    byFile,
    fileOf,
    paths,
    addresses: new Set(paths.values()),
    assets: new Map(assets.map(({ path, ...size }) => [path, size])),
    resolveEmbed: createEmbedResolver(db, place, paths),
    allowsExternalImages: await selectAllowsImages(db, place),
  };
}

function fileNameOf({ type, slug, fileName }: FileNode): string {
  return fileName ?? (type === "page" ? `${slug}.md` : slug);
}

/** Reads the index for the relative links of pages. */
type FileNode = PathNode & Pick<Selectable<DocNodeRow>, "fileName">;

function selectFileNodes(db: Database, { organizationId, versionId }: Place): Promise<FileNode[]> {
  return db
    .selectFrom("docNode")
    .select(["id", "type", "parentId", "slug", "fileName"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .execute();
}

function selectAssetPaths(
  db: Database,
  { organizationId, versionId }: Place,
): Promise<{ path: string; width: number | null; height: number | null }[]> {
  return db
    .selectFrom("docVersionAsset as u")
    .innerJoin("docAsset as a", (join) =>
      join.onRef("a.organizationId", "=", "u.organizationId").onRef("a.digest", "=", "u.digest"),
    )
    .select(["u.path", "a.width", "a.height"])
    .where("u.organizationId", "=", organizationId)
    .where("u.versionId", "=", versionId)
    .execute();
}

async function selectAllowsImages(
  db: Database,
  { organizationId, versionId }: Place,
): Promise<boolean> {
  const row = await selectVersions(db)
    .select("d.allowsExternalImages")
    .where("v.organizationId", "=", organizationId)
    .where("v.id", "=", versionId)
    .executeTakeFirst();
  return row?.allowsExternalImages ?? false;
}
