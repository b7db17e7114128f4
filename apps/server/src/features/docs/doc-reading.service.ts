import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type * as declared from "@lintel/contract/operations/doc-reading";
import { sealPreview } from "../../domain/docs/preview-token.ts";
import { searchVersions } from "../../domain/docs/search-versions.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import { findVersion, subjectOf } from "./doc-visibility.ts";
import { selectAddress, selectSearched } from "./doc-reading.store.ts";

const previewMs = 24 * 60 * 60_000;

export async function searchProjectDocs(
  { db, organizationId, projectId }: ProjectContext,
  { query, versionId, ...paging }: InputOf<typeof declared.searchDocs>,
): Promise<OutputOf<typeof declared.searchDocs>> {
  const versions = await selectSearched(db, organizationId, projectId, versionId);
  const docOf = new Map(versions.map((version) => [version.id, version.documentationId]));
  const searched = versions.map(({ id, treeVersion }) => ({
    organizationId,
    versionId: id,
    treeVersion,
  }));
  const page = await searchVersions(db, searched, query, readPaging(paging));
  return {
    ...page,
    items: page.items.map((find) => ({
      docId: docOf.get(find.versionId) ?? "",
      versionId: find.versionId,
      pageId: find.path === null ? find.id : null,
      referenceId: find.path === null ? null : find.id,
      path: find.path,
      title: find.title,
      heading: find.section?.heading ?? null,
      excerpt: find.excerpt.replaceAll(/[\uE000\uE001]/g, ""),
    })),
  };
}

export async function makePreview(
  { sealer, portalOrigin }: Pick<Platform, "sealer" | "portalOrigin">,
  context: ProjectContext,
  input: InputOf<typeof declared.createDocPreview>,
): Promise<OutputOf<typeof declared.createDocPreview>> {
  const version = await findVersion(context, input);
  const { organizationSlug, slug } = await selectAddress(context.db, version);
  const expiresAt = new Date(context.now.getTime() + previewMs);
  const token = sealPreview(sealer, version.id, expiresAt);
  const prefix = context.region === "us" ? "/us" : "";
  const { docId } = input;
  context.emit("doc_version.previewed", { subject: subjectOf(version), data: { docId } });
  const path = `${prefix}/${organizationSlug}/${slug}?preview=${token}`;
  const origin = portalOrigin();
  return {
    path,
    url: origin === null ? null : `${origin}${path}`,
    expiresAt: expiresAt.toISOString(),
  };
}
