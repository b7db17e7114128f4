import { dayMs } from "../../platform/day-ms.ts";
import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { createApiKey, listApiKeys, updateApiKey } from "@lintel/contract/operations/api-key";
import type { ApiKey, Grant } from "@lintel/contract/shapes/account";
import { needRecentSignIn } from "../../domain/people/recent-sign-in.ts";
import { whoseCredentials } from "../../domain/people/whose-credentials.ts";
import type { Clock } from "../../platform/clock.ts";
import {
  digestSecret,
  keyPrefix,
  makeSecret,
  secretPrefix,
} from "../../platform/credentials/secret-format.ts";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import { conflict, notFound } from "../../platform/problem.ts";
import {
  insertApiKey,
  revokeApiKeyRow,
  selectApiKey,
  selectApiKeys,
  updateApiKeyRow,
  type ApiKeyValues,
  type NewApiKey,
  type StoredApiKey,
} from "./api-key.store.ts";
import { checkMayChange, checkMayRevoke, chooseOwner } from "./key-owner.ts";
import { checkAccess, checkProjects, normalizeGrants } from "./key-permissions.ts";

export async function listKeys(
  context: OrganizationContext,
  input: InputOf<typeof listApiKeys>,
): Promise<OutputOf<typeof listApiKeys>> {
  const { db, organizationId } = context;
  const userId = whoseCredentials(context.principal, input.userId?.toLowerCase());
  const isOfService = input.ownedBy === undefined ? null : input.ownedBy === "serviceAccounts";
  const filter = { organizationId, userId, isOfService, isRevoked: input.status === "revoked" };
  const page = await selectApiKeys(db, filter, readPaging(input));
  return { ...page, items: page.items.map(toApiKey) };
}

export async function readKey(context: OrganizationContext, id: string): Promise<ApiKey> {
  return toApiKey(await find(context, id));
}

export async function addKey(
  platform: { readonly clock: Pick<Clock, "newId"> },
  context: OrganizationContext,
  input: InputOf<typeof createApiKey>,
): Promise<OutputOf<typeof createApiKey>> {
  const { db, organizationId, now, principal } = context;
  needRecentSignIn(principal, now);
  const userId = await chooseOwner(context, input.userId?.toLowerCase());
  const { name, access = "full", expiresInDays = null } = input;
  const permissions = normalizeGrants(input.permissions ?? []);
  checkAccess(access, permissions);
  await checkProjects(db, { organizationId, userId }, permissions);
  const expiresAt = expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * dayMs);
  const values = { userId, name, access, permissions, expiresAt, mintedBy: null };
  const { row, secret } = await insertSecret(platform, context, keyPrefix, values);
  context.emit("api_key.created", {
    ...ofKey(row),
    details: {
      prefix: row.prefix,
      access,
      permissions,
      expiresAt: expiresAt?.toISOString() ?? null,
    },
  });
  return { ...toApiKey(row), key: secret };
}

/** Stores a key with a new secret, which is returned only now. */
export async function insertSecret(
  platform: { readonly clock: Pick<Clock, "newId"> },
  { db, organizationId, now }: OrganizationContext,
  kind: string,
  values: Omit<NewApiKey, "organizationId" | "id" | "prefix" | "now">,
): Promise<{ readonly row: StoredApiKey; readonly secret: string }> {
  const secret = makeSecret(kind);
  const own = { organizationId, id: platform.clock.newId(), prefix: secretPrefix(secret), now };
  return { row: await insertApiKey(db, { ...values, ...own }, digestSecret(secret)), secret };
}

export async function changeKey(
  context: OrganizationContext,
  input: InputOf<typeof updateApiKey>,
): Promise<ApiKey> {
  const { db, organizationId, now, principal } = context;
  needRecentSignIn(principal, now);
  const before = await find(context, input.id);
  await checkMayChange(context, before.userId);
  if (before.revokedAt !== null) throw notFound("The active key");
  const values = mergeValues(before, input);
  checkAccess(values.access, values.permissions);
  if (input.permissions !== undefined) {
    await checkProjects(db, { organizationId, userId: before.userId }, values.permissions);
  }
  const rowVersion = decodeRowVersion(input.rowVersion) ?? "0";
  const row = await updateApiKeyRow(db, before, rowVersion, values, now);
  if (row === undefined) {
    throw conflict(encodeRowVersion((await find(context, before.id)).rowVersion));
  }
  const { name, access, permissions } = before;
  context.emit("api_key.updated", {
    ...ofKey(row),
    details: { prefix: row.prefix, before: { name, access, permissions }, after: values },
  });
  return toApiKey(row);
}

export async function revokeKey(context: OrganizationContext, id: string): Promise<void> {
  const key = await find(context, id);
  await checkMayRevoke(context, key.userId);
  await revokeApiKeyRow(context.db, key, context.now);
  const { subject, data } = ofKey(key);
  const wasRevokedBefore = key.revokedAt !== null;
  const details = { prefix: key.prefix };
  context.emit("api_key.revoked", { subject, data: { ...data, wasRevokedBefore }, details });
}

/** The caller's own key, or any key for a caller who manages members. Other keys are not found. */
async function find(context: OrganizationContext, id: string): Promise<StoredApiKey> {
  const { principal } = context;
  const row = await selectApiKey(context.db, context.organizationId, id);
  const isVisible =
    principal.check("org:manage-members", "organization") === null ||
    principal.user?.id === row?.userId;
  if (row === undefined || !isVisible) throw notFound("The key");
  return row;
}

function mergeValues(before: StoredApiKey, input: InputOf<typeof updateApiKey>): ApiKeyValues {
  const access = input.access ?? (before.access as ApiKeyValues["access"]);
  // A key that becomes full loses its list of permissions, also if the call does not send it.
  const kept = access === "full" ? [] : (before.permissions as Grant[]);
  const permissions = input.permissions === undefined ? kept : normalizeGrants(input.permissions);
  return { name: input.name ?? before.name, access, permissions };
}

const ofKey = ({ id, name, userId }: StoredApiKey) => ({
  subject: { type: "apiKey", id, name } as const,
  data: { userId },
});

export function toApiKey(row: StoredApiKey): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    userId: row.userId,
    access: row.access as ApiKey["access"],
    permissions: row.permissions as Grant[],
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    mintedBy: row.mintedBy,
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}
