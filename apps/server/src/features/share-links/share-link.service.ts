import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  createShareLink,
  listShareLinks,
  readShared,
  revokeShareLink,
  ShareLink,
} from "@lintel/contract/operations/share-link";
import type { Comparison } from "@lintel/contract/shapes/comparison";
import { findVersion, type VisibleVersion } from "../../domain/design/version-visibility.ts";
import { needIn } from "../../platform/credentials/authorize.ts";
import {
  digestSecret,
  isWellFormed,
  sharePrefix,
} from "../../platform/credentials/secret-format.ts";
import type { CallContext, ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { readPaging } from "../../platform/paging.ts";
import { notFound } from "../../platform/problem.ts";
import { countOpened, countOpening, newPublicLink, toPublicLink } from "./public-link.ts";
import {
  insertShareLink,
  markLinkRevoked,
  selectOpenLink,
  selectSharedEndpoints,
  selectSharedVersion,
  selectShareLink,
  selectShareLinks,
  type StoredShareLink,
} from "./share-link.store.ts";

type Place = Pick<ProjectContext, "organizationId" | "projectId" | "db">;

/** Compares two versions of a project. */
export type Compare = (
  context: Place,
  versions: { specId: string; versionId: string; baselineVersionId: string },
) => Promise<Comparison>;

export async function listLinks(
  context: ProjectContext,
  { specId, versionId, ...paging }: InputOf<typeof listShareLinks>,
): Promise<OutputOf<typeof listShareLinks>> {
  const version = await findVersion(context, specId, versionId);
  const page = await selectShareLinks(context.db, version, readPaging(paging));
  return { ...page, items: page.items.map(toShareLink) };
}

export async function makeLink(
  platform: Pick<Platform, "clock" | "publicOrigin">,
  context: ProjectContext,
  input: InputOf<typeof createShareLink>,
): Promise<OutputOf<typeof createShareLink>> {
  const { specId, versionId, baselineVersionId = null, expiresInDays } = input;
  const { db, projectId, principal } = context;
  // A link opens what it shows, so its maker must be able to read that.
  needIn(principal, projectId, "specs:read");
  const version = await findVersion(context, specId, versionId);
  if (baselineVersionId !== null) await findVersion(context, specId, baselineVersionId);
  const made = newPublicLink(platform, context, sharePrefix, expiresInDays);
  const row = await insertShareLink(db, { ...made.row, specId, versionId, baselineVersionId });
  const data = { specId, versionId, expiresAt: row.expiresAt.toISOString() };
  context.emit("share_link.created", { subject: toSubject(row, version), data });
  return { ...toShareLink(row), address: made.address };
}

export async function revokeLink(
  context: ProjectContext,
  { specId, versionId, linkId }: InputOf<typeof revokeShareLink>,
): Promise<void> {
  const version = await findVersion(context, specId, versionId);
  const row = await selectShareLink(context.db, version, linkId);
  if (row === undefined) throw notFound("The share link");
  if (row.revokedAt !== null) return;
  await markLinkRevoked(context.db, row, context.now);
  context.emit("share_link.revoked", {
    subject: toSubject(row, version),
    data: { specId, versionId },
  });
}

/** @throws Problem NOT_FOUND alike for a token that is unknown, expired or revoked. */
export async function openLink(
  platform: Pick<Platform, "rateWindow">,
  context: CallContext,
  { token }: InputOf<typeof readShared>,
  compare: Compare,
): Promise<OutputOf<typeof readShared>> {
  const { db, now, principal } = context;
  await countOpening(platform, principal);
  const link = isWellFormed(token, sharePrefix)
    ? await selectOpenLink(db, digestSecret(token), now)
    : undefined;
  const shared = link && (await selectSharedVersion(db, link));
  if (link === undefined || shared === undefined) throw notFound("The shared page");
  await countOpened(platform, link.id);
  const { spec, version, title, description, status } = shared;
  const about = { spec, version, title, description, isPublished: status === "published" };
  const expiresAt = link.expiresAt.toISOString();
  const { baselineVersionId } = link;
  if (baselineVersionId === null) {
    const endpoints = await selectSharedEndpoints(db, link);
    return { ...about, endpoints, baseline: null, comparison: null, expiresAt };
  }
  const before = await selectSharedVersion(db, { ...link, versionId: baselineVersionId });
  const comparison = await compare({ ...link, db }, { ...link, baselineVersionId });
  return { ...about, endpoints: [], baseline: before?.version ?? null, comparison, expiresAt };
}

const toSubject = ({ id }: StoredShareLink, { version }: VisibleVersion) =>
  ({ type: "shareLink", id, name: version }) as const;

const toShareLink = (row: StoredShareLink): ShareLink => ({
  ...toPublicLink(row),
  baselineVersionId: row.baselineVersionId,
});
