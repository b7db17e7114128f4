import { dayMs } from "../../platform/day-ms.ts";
import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  createScimToken,
  listScimTokens,
  updateScimSettings,
} from "@lintel/contract/operations/scim-settings";
import type { ScimSettings, ScimToken } from "@lintel/contract/shapes/scim";
import { lockOrganization } from "../../domain/people/lock-organization.ts";
import { needSession } from "../../domain/people/recent-sign-in.ts";
import {
  digestSecret,
  makeSecret,
  scimPrefix,
  secretPrefix,
} from "../../platform/credentials/secret-format.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import { notFound } from "../../platform/problem.ts";
import { scimAddress } from "./scim-address.ts";
import type { ScimPlatform } from "./scim-platform.ts";
import { findWarning } from "./token-warnings.ts";
import {
  insertScimToken,
  revokeScimTokenRow,
  selectScimSettings,
  selectScimToken,
  selectScimTokens,
  updateScimEnabled,
  type StoredScimToken,
} from "./scim-token.store.ts";

export async function readSettings(
  platform: ScimPlatform,
  { db, organizationId }: OrganizationContext,
): Promise<ScimSettings> {
  const { slug, isScimEnabled } = await selectScimSettings(db, organizationId);
  return { isEnabled: isScimEnabled, baseUrl: scimAddress(platform, slug) };
}

/** @throws Problem SIGN_IN_REQUIRED */
export async function changeSettings(
  platform: ScimPlatform,
  context: OrganizationContext,
  { isEnabled }: InputOf<typeof updateScimSettings>,
): Promise<ScimSettings> {
  const { db, organizationId, principal, now } = context;
  needSession(principal, now);
  await lockOrganization(db, organizationId);
  const before = await selectScimSettings(db, organizationId);
  if (before.isScimEnabled !== isEnabled) {
    await updateScimEnabled(db, organizationId, isEnabled);
    context.emit(isEnabled ? "scim.enabled" : "scim.disabled", {
      subject: { type: "organization", id: organizationId, name: before.name },
      data: {},
    });
  }
  return readSettings(platform, context);
}

export async function listTokens(
  context: OrganizationContext,
  input: InputOf<typeof listScimTokens>,
): Promise<OutputOf<typeof listScimTokens>> {
  const { db, organizationId, now } = context;
  const filter = { organizationId, isRevoked: input.status === "revoked" };
  const page = await selectScimTokens(db, filter, readPaging(input));
  return { ...page, items: page.items.map((row) => toToken(row, now)) };
}

export async function readToken(context: OrganizationContext, id: string): Promise<ScimToken> {
  return toToken(await findToken(context, id), context.now);
}

/** @throws Problem SIGN_IN_REQUIRED */
export async function addToken(
  platform: ScimPlatform,
  context: OrganizationContext,
  { name, expiresInDays = null }: InputOf<typeof createScimToken>,
): Promise<OutputOf<typeof createScimToken>> {
  const { db, organizationId, principal, now } = context;
  needSession(principal, now);
  const token = makeSecret(scimPrefix);
  const row = await insertScimToken(
    db,
    {
      organizationId,
      id: platform.clock.newId(),
      name,
      prefix: secretPrefix(token),
      createdBy: principal.user?.id ?? null,
      createdAt: now,
      expiresAt: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * dayMs),
    },
    digestSecret(token),
  );
  context.emit("scim_token.created", {
    subject: { type: "scimToken", id: row.id, name },
    data: { expiresAt: row.expiresAt?.toISOString() ?? null },
    details: { prefix: row.prefix },
  });
  return { ...toToken(row, now), token };
}

/** @throws Problem SIGN_IN_REQUIRED */
export async function revokeToken(context: OrganizationContext, id: string): Promise<void> {
  needSession(context.principal, context.now);
  const token = await findToken(context, id);
  await revokeScimTokenRow(context.db, token, context.now);
  context.emit("scim_token.revoked", {
    subject: { type: "scimToken", id: token.id, name: token.name },
    data: { wasRevokedBefore: token.revokedAt !== null },
    details: { prefix: token.prefix },
  });
}

async function findToken(
  { db, organizationId }: OrganizationContext,
  id: string,
): Promise<StoredScimToken> {
  const row = await selectScimToken(db, organizationId, id);
  if (row === undefined) throw notFound("The token");
  return row;
}

function toToken(row: StoredScimToken, now: Date): ScimToken {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    warning: row.revokedAt === null ? findWarning(row, now) : null,
  };
}
