import type { EventData } from "@lintel/contract/events";
import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  createSsoConnection,
  deleteSsoConnection,
  listSsoConnections,
  updateSsoConnection,
} from "@lintel/contract/operations/sso-connection";
import type { SsoConnection } from "@lintel/contract/shapes/sso";
import { needRecentSignIn } from "../../domain/people/recent-sign-in.ts";
import { refuseLockout } from "../../domain/people/refuse-lockout.ts";
import { isDuplicate } from "../../platform/database/database-error.ts";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { readPaging } from "../../platform/paging.ts";
import { conflict, notFound, Problem } from "../../platform/problem.ts";
import { nextState } from "./connection-states.ts";
import { toConnection } from "./connection-view.ts";
import { mergeConnection, needsTest } from "./merge-connection.ts";
import { readProvider, type GivenProvider } from "./read-provider.ts";
import { recordCreateFailure } from "./record-create-failure.ts";
import {
  deleteConnection,
  insertConnection,
  selectConnection,
  selectConnections,
  selectVerifiedDomains,
  updateConnection,
  type StoredConnection,
} from "./sso-connection.store.ts";

export async function listConnections(
  platform: Platform,
  { db, organizationId }: OrganizationContext,
  input: InputOf<typeof listSsoConnections>,
): Promise<OutputOf<typeof listSsoConnections>> {
  const page = await selectConnections(db, organizationId, readPaging(input));
  const verified = await selectVerifiedDomains(db, organizationId);
  return { ...page, items: page.items.map((row) => toConnection(platform, row, verified)) };
}

export async function readConnection(
  platform: Platform,
  context: OrganizationContext,
  id: string,
): Promise<SsoConnection> {
  return show(platform, context, await findConnection(context, id));
}

type CreateInput = InputOf<typeof createSsoConnection>;

/** Reads the provider, before the transaction. A refusal is recorded. */
export async function prepareConnection(
  platform: Platform,
  context: OrganizationContext,
  input: CreateInput,
): Promise<GivenProvider> {
  needRecentSignIn(context.principal, context.now);
  try {
    return await readProvider(platform.egress, input.protocol, input);
  } catch (error) {
    if (error instanceof Problem) await recordCreateFailure(platform, context, input, error);
    throw error;
  }
}

export async function addConnection(
  platform: Platform,
  context: OrganizationContext,
  input: CreateInput,
  provider: GivenProvider,
): Promise<SsoConnection> {
  const { db, organizationId, now } = context;
  const { protocol } = input;
  const id = platform.clock.newId();
  const verifiedDomains = await selectVerifiedDomains(db, organizationId);
  const source = { id, protocol, input, provider, before: null, verifiedDomains, now };
  const values = mergeConnection(platform.sealer, source);
  const place = { organizationId, id, protocol };
  const row = await insertConnection(db, place, values, now).catch(refuseTaken);
  context.emit("sso.connection_created", { subject: subjectOf(row), data: { protocol } });
  return toConnection(platform, row, verifiedDomains);
}

type UpdateInput = InputOf<typeof updateSsoConnection>;

/** Reads the provider where the call names it again. */
export async function prepareChange(
  platform: Platform,
  context: OrganizationContext,
  input: UpdateInput,
): Promise<GivenProvider> {
  needRecentSignIn(context.principal, context.now);
  const { protocol } = await findConnection(context, input.connectionId);
  return readProvider(platform.egress, protocol, input);
}

export async function changeConnection(
  platform: Platform,
  context: OrganizationContext,
  { connectionId, rowVersion, confirmLockout = false, ...input }: UpdateInput,
  provider: GivenProvider,
): Promise<SsoConnection> {
  const { db, organizationId, now } = context;
  const before = await findConnection(context, connectionId);
  if (decodeRowVersion(rowVersion) !== before.rowVersion)
    throw conflict(encodeRowVersion(before.rowVersion));
  const verifiedDomains = await selectVerifiedDomains(db, organizationId);
  const { id, protocol } = before;
  const source = { id, protocol, input, provider, before, verifiedDomains, now };
  const values = mergeConnection(platform.sealer, source);
  const state = needsTest(before, values, now) ? nextState(before, { kind: "configured" }) : before;
  const { status, failure, failedHandshakes, testedAt } = state ?? before;
  const all = { ...values, status, failure, failedHandshakes, testedAt };
  const row = await refuseLockout(context, confirmLockout, () =>
    updateConnection(db, before, all, now).catch(refuseTaken),
  );
  if (row === undefined)
    throw conflict(encodeRowVersion((await findConnection(context, id)).rowVersion));
  const changed = Object.keys(input);
  const data = { changed, status, statusBefore: before.status };
  context.emit("sso.connection_updated", { subject: subjectOf(row), data });
  return toConnection(platform, row, verifiedDomains);
}

export async function removeConnection(
  context: OrganizationContext,
  { connectionId, confirmLockout = false }: InputOf<typeof deleteSsoConnection>,
): Promise<void> {
  needRecentSignIn(context.principal, context.now);
  const connection = await findConnection(context, connectionId);
  await refuseLockout(context, confirmLockout, () => deleteConnection(context.db, connection));
  const data: EventData<"sso.connection_deleted"> = { protocol: connection.protocol };
  context.emit("sso.connection_deleted", { subject: subjectOf(connection), data });
}

/** @throws Problem NOT_FOUND */
export async function findConnection(
  { db, organizationId }: Pick<OrganizationContext, "db" | "organizationId">,
  id: string,
): Promise<StoredConnection> {
  const row = await selectConnection(db, organizationId, id);
  if (row === undefined) throw notFound("The connection");
  return row;
}

export async function show(
  platform: Platform,
  { db, organizationId }: Pick<OrganizationContext, "db" | "organizationId">,
  row: StoredConnection,
): Promise<SsoConnection> {
  return toConnection(platform, row, await selectVerifiedDomains(db, organizationId));
}

export const subjectOf = ({ id, name }: Pick<StoredConnection, "id" | "name">) =>
  ({ type: "ssoConnection", id, name }) as const;

function refuseTaken(error: unknown): never {
  throw isDuplicate(error)
    ? new Problem("NAME_TAKEN", "The organization has a connection of this name.")
    : error;
}
