import { typefaces, type Documentation, type DocVersion } from "@lintel/contract/shapes/docs";
import { widestFirst } from "../../domain/docs/widest-first.ts";
import { encodeRowVersion } from "../../platform/database/row-version.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import {
  findDocumentation,
  type StoredDocumentation,
  type StoredVersion,
} from "./doc-visibility.ts";
import { selectOrganizationSlug, selectVersionsOf } from "./documentation.store.ts";

export type Portal = Pick<Platform, "portalOrigin">;

/**
 * The address of an organization's documentation in the portal; null if the portal is not served.
 */
type PortalBase = string | null;

export async function readPortalBase(
  { portalOrigin }: Portal,
  { db, organizationId, region }: ProjectContext,
): Promise<PortalBase> {
  const origin = portalOrigin();
  if (origin === null) return null;
  const slug = await selectOrganizationSlug(db, organizationId);
  return `${origin}${region === "us" ? "/us" : ""}/${slug}`;
}

/** @param versions - all versions of the documentation, the newest first */
export function toDocumentation(
  base: PortalBase,
  row: StoredDocumentation,
  versions: readonly StoredVersion[],
): Documentation {
  const { id, name, slug, portalEnabled, requireApproval, keptCopies } = row;
  const { logoUrl, faviconUrl, primaryColor } = row;
  const typeface = typefaces.find((known) => known === row.typeface) ?? null;
  const { allowsExternalImages } = row;
  return {
    id,
    name,
    slug,
    portalEnabled,
    requireApproval,
    allowsExternalImages,
    branding: { logoUrl, faviconUrl, primaryColor, typeface },
    keptCopies,
    versions: versions.map((version) => toVersion(base, row, versions, version)),
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}

/** A version with its readers and its address. */
export async function showVersion(
  portal: Portal,
  context: ProjectContext,
  row: StoredVersion,
): Promise<DocVersion> {
  const { db, organizationId } = context;
  const documentation = await findDocumentation(context, row.documentationId);
  const versions = await selectVersionsOf(db, organizationId, [documentation.id]);
  return toVersion(await readPortalBase(portal, context), documentation, versions, row);
}

function toVersion(
  base: PortalBase,
  documentation: StoredDocumentation,
  versions: readonly StoredVersion[],
  row: StoredVersion,
): DocVersion {
  const isShown = documentation.portalEnabled && isPublished(row);
  return {
    id: row.id,
    versionNumber: row.versionNumber,
    label: row.label,
    status: row.status as DocVersion["status"],
    visibility: row.visibility as DocVersion["visibility"],
    readers: describeReaders(documentation, row),
    portalUrl: isShown && base !== null ? addressOf(base, documentation, versions, row) : null,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}

const isPublished = ({ status }: StoredVersion): boolean => status === "published";

function describeReaders({ portalEnabled }: StoredDocumentation, version: StoredVersion): string {
  const { status, visibility } = version;
  if (status === "archived") return "Members, through the API: it is archived.";
  if (status !== "published")
    return "Members, and anyone with a preview link: it is not published.";
  if (!portalEnabled)
    return "Members, through the API: the portal does not show this documentation (portalEnabled).";
  if (visibility === "public") return "Anyone.";
  return visibility === "internal"
    ? "Members who may read the project, once they sign in."
    : "Anyone who signs in.";
}

/** Of the versions that most people may read, the one that was published last has the short address, as in the portal. */
function addressOf(
  base: string,
  { slug }: StoredDocumentation,
  versions: readonly StoredVersion[],
  { id, label }: StoredVersion,
): string {
  const published = (version: StoredVersion) => version.publishedAt?.getTime() ?? 0;
  const newestFirst = versions
    .filter(isPublished)
    .toSorted((a, b) => published(b) - published(a) || b.versionNumber - a.versionNumber);
  const [first] = widestFirst(newestFirst);
  return first === undefined || first.id === id ? `${base}/${slug}` : `${base}/${slug}/v/${label}`;
}
