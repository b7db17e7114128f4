import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  getSession,
  listSessions,
  Session,
  SessionTokens,
} from "@lintel/contract/operations/session";
import { callerOf } from "../../domain/people/caller.ts";
import { emitForPerson } from "../../domain/people/emit-for-person.ts";
import { endSession as end } from "../../domain/people/end-sessions.ts";
import { needOwnSession } from "../../domain/people/recent-sign-in.ts";
import { toTokens } from "../../domain/people/open-session.ts";
import { refreshSession } from "../../domain/people/refresh-session.ts";
import type { CallContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import { notFound } from "../../platform/problem.ts";
import { isSessionOf, selectOrganizationsOf, selectSessions } from "./session.store.ts";
import { findPersonById } from "../../domain/people/user-rows.ts";

export async function describeSession({
  principal,
  db,
}: CallContext): Promise<OutputOf<typeof getSession>> {
  const { id, email, name } = callerOf(principal);
  const organizations = await selectOrganizationsOf(db, id);
  const { organization, sessionId, authenticatedAt } = principal;
  return {
    user: { id, email, name },
    sessionId,
    authenticatedAt: authenticatedAt?.toISOString() ?? null,
    // A key shows the organization that it belongs to, and no other of its owner.
    organizations:
      sessionId === null
        ? organizations.filter((one) => one.id === organization?.id)
        : organizations,
  };
}

export async function listOwnSessions(
  { principal, db, now }: CallContext,
  input: InputOf<typeof listSessions>,
): Promise<OutputOf<typeof listSessions>> {
  needOwnSession(principal);
  const page = await selectSessions(db, callerOf(principal).id, now, readPaging(input));
  const items = page.items.map((row) => ({
    id: row.id,
    method: row.method as Session["method"],
    device: row.device,
    address: row.address,
    createdAt: row.createdAt.toISOString(),
    authenticatedAt: row.authenticatedAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    isCurrent: row.id === principal.sessionId,
  }));
  return { ...page, items };
}

export async function endOwnSession(context: CallContext, id: string): Promise<void> {
  const { principal, db, now } = context;
  needOwnSession(principal);
  const person = callerOf(principal);
  if (!(await isSessionOf(db, person.id, id))) throw notFound("The session");
  if (!(await end(db, id, now))) return;
  const reason = id === principal.sessionId ? "signedOut" : "ended";
  await emitForPerson(context, db, person, "session.ended", { reason });
}

/** The next tokens of a session; null where the session has ended. */
export async function renewTokens(
  context: CallContext,
  refresh: string,
): Promise<SessionTokens | null> {
  const { db, now } = context;
  const refreshed = await refreshSession(db, refresh, now);
  if (refreshed.kind === "renewed") return toTokens(refreshed.secrets);
  if (refreshed.kind === "reused") {
    const person = await findPersonById(db, refreshed.userId);
    if (person !== undefined)
      await emitForPerson(context, db, person, "session.ended", { reason: "reused" });
  }
  return null;
}
