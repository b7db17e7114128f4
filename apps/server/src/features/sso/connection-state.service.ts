import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  disableSsoConnection,
  testSsoConnection,
} from "@lintel/contract/operations/sso-connection";
import type { SsoConnection } from "@lintel/contract/shapes/sso";
import { needRecentSignIn } from "../../domain/people/recent-sign-in.ts";
import { refuseLockout } from "../../domain/people/refuse-lockout.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { notFound, Problem } from "../../platform/problem.ts";
import { addressesOf } from "./connection-address.ts";
import { nextState, type Happening } from "./connection-states.ts";
import { lockConnection, updateState, type StoredConnection } from "./sso-connection.store.ts";
import { findConnection, show, subjectOf } from "./sso-connection.service.ts";
import { digestOf, makeToken, requestLifeMs } from "./sso-request.ts";
import { insertRequest } from "./sso-request.store.ts";

export async function activateConnection(
  platform: Platform,
  context: OrganizationContext,
  id: string,
): Promise<SsoConnection> {
  const before = await lockOrRefuse(context, id);
  const row = await move(context, before, { kind: "activated" });
  if (before.status !== row.status)
    context.emit("sso.connection_activated", {
      subject: subjectOf(row),
      data: { statusBefore: before.status },
    });
  return show(platform, context, row);
}

export async function disableConnection(
  platform: Platform,
  context: OrganizationContext,
  { connectionId, confirmLockout = false }: InputOf<typeof disableSsoConnection>,
): Promise<SsoConnection> {
  const before = await lockOrRefuse(context, connectionId);
  const row = await refuseLockout(context, confirmLockout, () =>
    move(context, before, { kind: "disabled" }),
  );
  if (before.status !== row.status)
    context.emit("sso.connection_disabled", { subject: subjectOf(row), data: {} });
  return show(platform, context, row);
}

/** A ticket that opens a test once. The test itself runs in a browser. */
export async function startTest(
  platform: Platform,
  context: OrganizationContext,
  connectionId: string,
): Promise<OutputOf<typeof testSsoConnection>> {
  const { db, organizationId, now } = context;
  const connection = await findConnection(context, connectionId);
  if (connection.saml === null && connection.oidc === null)
    throw new Problem(
      "SSO_TRANSITION_REFUSED",
      "The connection has no provider yet. Edit it and enter the provider's metadata.",
    );
  const ticket = makeToken();
  const expiresAt = new Date(now.getTime() + requestLifeMs);
  await insertRequest(db, {
    digest: digestOf(ticket),
    organizationId,
    connectionId,
    kind: "ticket",
    browserDigest: null,
    samlId: null,
    returnTo: null,
    expiresAt,
  });
  context.emit("sso.connection_test_started", { subject: subjectOf(connection), data: {} });
  const { signInUrl } = addressesOf(platform, connection);
  return { url: `${signInUrl}?test=${ticket}`, expiresAt: expiresAt.toISOString() };
}

async function lockOrRefuse(context: OrganizationContext, id: string): Promise<StoredConnection> {
  needRecentSignIn(context.principal, context.now);
  const row = await lockConnection(context.db, context.organizationId, id);
  if (row === undefined) throw notFound("The connection");
  return row;
}

async function move(
  { db, now }: OrganizationContext,
  before: StoredConnection,
  happening: Happening,
): Promise<StoredConnection> {
  const next = nextState(before, happening);
  if (next === null) throw new Problem("SSO_TRANSITION_REFUSED", explain(before));
  return updateState(db, before, next, now);
}

function explain({ status, testedAt }: StoredConnection): string {
  if (status === "error") return "The connection failed: a successful test activates it again.";
  if (status === "draft" && testedAt === null)
    return "The present configuration was not tested with success.";
  return `The connection is ${status}.`;
}
