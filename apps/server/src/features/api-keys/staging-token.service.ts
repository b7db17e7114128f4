import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { createStagingToken } from "@lintel/contract/operations/api-key";
import { grantablePermissions } from "@lintel/contract/words/permissions";
import type { Grant } from "@lintel/contract/shapes/account";
import { needRecentSignIn } from "../../domain/people/recent-sign-in.ts";
import type { Clock } from "../../platform/clock.ts";
import { stagingPrefix } from "../../platform/credentials/secret-format.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import { notFound, Problem } from "../../platform/problem.ts";
import { insertSecret, toApiKey } from "./api-key.service.ts";
import { holdMembership } from "./api-key.store.ts";
import { checkProjects } from "./key-permissions.ts";

const lifeMs = 3_600_000;

/** A key of the minter's user, with the permissions that the minter gives it. */
export async function mintStagingToken(
  platform: { readonly clock: Pick<Clock, "newId"> },
  context: OrganizationContext,
  input: InputOf<typeof createStagingToken>,
): Promise<OutputOf<typeof createStagingToken>> {
  const { db, organizationId, principal, now } = context;
  const { user, sessionId, credentialId, mayMint } = principal;
  needRecentSignIn(principal, now);
  // A token that a session mints ends with the membership, not with the session.
  const mintedBy = sessionId === null ? credentialId : null;
  if (!mayMint || user === null) throw notFound("The key that mints the token");
  const userId = user.id;
  if ((await holdMembership(db, organizationId, userId)) === null)
    throw new Problem("NOT_A_MEMBER");
  const permissions = limitPowers(input);
  await checkProjects(db, { organizationId, userId }, permissions);
  const access = permissions.length === 0 ? "full" : "scoped";
  const expiresAt = new Date(now.getTime() + lifeMs);
  const values = { userId, name: input.name, access, permissions, expiresAt, mintedBy } as const;
  const { row, secret: token } = await insertSecret(platform, context, stagingPrefix, values);
  context.emit("staging_token.minted", {
    subject: { type: "apiKey", id: row.id, name: row.name },
    data: { mintedBy },
    details: { permissions, expiresAt: expiresAt.toISOString() },
  });
  return { ...toApiKey(row), token };
}

/** No permissions: all of the minter's. Only a project: all that can be limited to one. */
function limitPowers(input: InputOf<typeof createStagingToken>): Grant[] {
  const projectId = input.projectId?.toLowerCase() ?? null;
  if (input.permissions === undefined && projectId === null) return [];
  const names = input.permissions ?? grantablePermissions;
  return names.map((permission) => ({ permission, projectId }));
}
