import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  authorizeClient,
  endOauthGrant,
  listOauthClients,
  listOauthGrants,
  narrowOauthGrant,
} from "@lintel/contract/operations/oauth";
import type { OauthGrant } from "@lintel/contract/shapes/oauth";
import type { Permission } from "@lintel/contract/words/permissions";
import { whoseCredentials } from "../../domain/people/whose-credentials.ts";
import type { Clock } from "../../platform/clock.ts";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import type { CallContext, OrganizationContext } from "../../platform/kernel/implementation.ts";
import { needProject } from "../../platform/kernel/need-project.ts";
import { readPaging } from "../../platform/paging.ts";
import { conflict, invalid, notFound, Problem } from "../../platform/problem.ts";
import {
  countClients,
  insertGrant,
  revokeGrantRow,
  selectActiveGrant,
  selectChoices,
  selectClients,
  selectGrant,
  selectGrants,
  updateGrant,
  type StoredGrant,
} from "./grant.store.ts";

/** Whether the owner of a domain confirms the client's name: its id is an address of that domain. */
export const isVerifiedClient = (clientId: string): boolean => clientId.startsWith("https://");

export async function listGrants(
  context: OrganizationContext,
  input: InputOf<typeof listOauthGrants>,
): Promise<OutputOf<typeof listOauthGrants>> {
  const { db, organizationId } = context;
  const userId = whoseCredentials(context.principal, input.userId?.toLowerCase());
  const filter = { organizationId, userId, isRevoked: input.status === "revoked" };
  const page = await selectGrants(db, filter, readPaging(input));
  return { ...page, items: page.items.map(toGrant) };
}

export async function readGrant(context: OrganizationContext, id: string): Promise<OauthGrant> {
  return toGrant(await find(context, id));
}

export async function listClients(
  { db, organizationId }: OrganizationContext,
  input: InputOf<typeof listOauthClients>,
): Promise<OutputOf<typeof listOauthClients>> {
  const paging = readPaging(input);
  const rows = await selectClients(db, organizationId, paging);
  const items = rows.map(({ grantCount, lastUsedAt, ...client }) => ({
    ...client,
    isVerified: isVerifiedClient(client.clientId),
    grantCount: Number(grantCount),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
  return { items, totalCount: await countClients(db, organizationId), ...paging };
}

export async function narrowGrant(
  context: OrganizationContext,
  input: InputOf<typeof narrowOauthGrant>,
): Promise<OauthGrant> {
  const { db, now, organizationId, principal } = context;
  const before = await find(context, input.id);
  if (before.revokedAt !== null) throw notFound("The active grant");
  const permissions = input.permissions ?? (before.permissions as Permission[]);
  const added = permissions.find((name) => !before.permissions.includes(name));
  if (added !== undefined)
    throw invalid({
      field: "permissions",
      code: "wider",
      message: `The grant does not have ${added}; the client asks for it on the consent page.`,
    });
  const projectId = input.projectId?.toLowerCase() ?? before.projectId;
  if (before.projectId !== null && projectId !== before.projectId)
    throw invalid({ field: "projectId", code: "wider", message: "The grant is for another one." });
  if (projectId !== null && projectId !== before.projectId)
    await needProject(db, principal, organizationId, projectId);
  const values = { permissions: permissionsIn(projectId, permissions), projectId };
  const row = await updateGrant(db, before, decodeRowVersion(input.rowVersion) ?? "0", values, now);
  if (row === undefined)
    throw conflict(encodeRowVersion((await find(context, before.id)).rowVersion));
  context.emit("oauth_grant.narrowed", {
    subject: subjectOf(row),
    data: { userId: row.userId, permissions: values.permissions, limitedTo: projectId },
  });
  return toGrant(row);
}

/** Permissions for the organization as a whole do not go together with one project. */
const permissionsIn = (projectId: string | null, permissions: readonly Permission[]) =>
  permissions.filter((name) => projectId === null || !name.startsWith("org:"));

export async function revokeGrant(context: OrganizationContext, id: string): Promise<void> {
  const grant = await find(context, id);
  const wasRevokedBefore = !(await revokeGrantRow(context.db, grant, context.now));
  context.emit("oauth_grant.revoked", {
    subject: subjectOf(grant),
    data: { userId: grant.userId, reason: "revoked", wasRevokedBefore },
  });
}

/** The caller is the authorization server; the event names the client. */
export async function endGrant(
  { db, now, emit }: CallContext,
  { id, reason }: InputOf<typeof endOauthGrant>,
): Promise<void> {
  const grant = await selectActiveGrant(db, id);
  if (grant === undefined || !(await revokeGrantRow(db, grant, now))) return;
  const { organizationId, userId, clientName: name } = grant;
  emit("oauth_grant.revoked", {
    organizationId,
    subject: subjectOf(grant),
    data: { userId, reason, wasRevokedBefore: false },
    actor: { type: "client", id: userId, name, keyId: grant.id },
  });
}

export async function listChoices({ principal, db }: CallContext) {
  if (principal.user === null || principal.sessionId === null) throw needsBrowser();
  return { organizations: await selectChoices(db, principal.user.id) };
}

const needsBrowser = () =>
  new Problem("SIGN_IN_REQUIRED", "Sign in with a browser; no key can authorize a client.");

/** Stores what a signed-in person granted: never more than they may do themselves. */
export async function grantToClient(
  { clock }: { readonly clock: Pick<Clock, "newId"> },
  context: OrganizationContext,
  input: InputOf<typeof authorizeClient>,
): Promise<OauthGrant> {
  const { db, organizationId, now, principal } = context;
  const { user, sessionId } = principal;
  if (user === null || sessionId === null) throw needsBrowser();
  const { clientId, clientName, redirectHost } = input;
  const projectId = input.projectId?.toLowerCase() ?? null;
  if (projectId !== null) await needProject(db, principal, organizationId, projectId);
  const permissions = permissionsIn(projectId, input.permissions).filter((name) => {
    const wide = name.startsWith("org:") ? "organization" : "anywhere";
    return principal.check(name, projectId === null ? wide : { projectId }) === null;
  });
  if (permissions.length === 0)
    throw new Problem("ROLE_INSUFFICIENT", "Your role has none of the requested permissions here.");
  const row = await insertGrant(db, {
    organizationId,
    id: clock.newId(),
    userId: user.id,
    clientId,
    clientName,
    redirectHost,
    permissions,
    projectId,
    now,
  });
  context.emit("oauth_grant.created", {
    subject: subjectOf(row),
    data: { userId: user.id, clientId, permissions, limitedTo: projectId },
    details: { redirectHost },
  });
  return toGrant(row);
}

/** The caller's own grant, or any grant for a caller who manages members. Others are not found. */
async function find(context: OrganizationContext, id: string): Promise<StoredGrant> {
  const { db, organizationId, principal } = context;
  const row = await selectGrant(db, organizationId, id);
  const isVisible =
    principal.check("org:manage-members", "organization") === null ||
    principal.user?.id === row?.userId;
  if (row === undefined || !isVisible) throw notFound("The grant");
  return row;
}

const subjectOf = ({ id, clientName: name }: StoredGrant) =>
  ({ type: "oauthGrant", id, name }) as const;

function toGrant(row: StoredGrant): OauthGrant {
  const { id, userId, clientId, clientName, redirectHost, projectId } = row;
  return {
    id,
    userId,
    clientId,
    clientName,
    redirectHost,
    projectId,
    isVerified: isVerifiedClient(clientId),
    permissions: row.permissions as OauthGrant["permissions"],
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}
