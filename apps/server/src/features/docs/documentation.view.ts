import type { Documentation, DocVersion } from "@lintel/contract/shapes/docs";
import { encodeRowVersion } from "../../platform/database/row-version.ts";
import type { StoredDocumentation, StoredVersion } from "./doc-sight.ts";

export function toDocumentation(
  row: StoredDocumentation,
  versions: readonly StoredVersion[],
): Documentation {
  const { id, name, slug, portalEnabled, requireApproval, logoUrl, primaryColor } = row;
  return {
    id,
    name,
    slug,
    portalEnabled,
    requireApproval,
    branding: { logoUrl, primaryColor },
    versions: versions.map(toVersion),
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}

export function toVersion(row: StoredVersion): DocVersion {
  return {
    id: row.id,
    versionNumber: row.versionNumber,
    label: row.label,
    status: row.status as DocVersion["status"],
    visibility: row.visibility as DocVersion["visibility"],
    publishedAt: row.publishedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}
