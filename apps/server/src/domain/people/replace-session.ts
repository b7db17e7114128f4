import type { CallContext } from "../../platform/kernel/implementation.ts";
import { emitForPerson } from "./emit-for-person.ts";
import { endSession } from "./end-sessions.ts";
import { findPersonById } from "./user-rows.ts";

/** Ends the session that a browser had, because it has another one now. */
export async function replaceSession(context: CallContext, sessionId: string): Promise<void> {
  const { db, now } = context;
  const former = await db
    .selectFrom("session")
    .select("userId")
    .where("id", "=", sessionId)
    .executeTakeFirst();
  const person = former === undefined ? undefined : await findPersonById(db, former.userId);
  if (person === undefined || !(await endSession(db, sessionId, now))) return;
  await emitForPerson(context, db, person, "session.ended", { reason: "replaced" });
}
