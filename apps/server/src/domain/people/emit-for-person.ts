import type { EventData, EventName } from "@lintel/contract/events";
import type { Database } from "../../platform/database/open-database.ts";
import type { CallContext } from "../../platform/kernel/implementation.ts";

export interface Person {
  readonly id: string;
  readonly email: string;
}

/** The events whose subject is a person. */
type PersonEvent = Extract<
  EventName,
  `session.${string}` | `password.${string}` | `passkey.${string}` | `second_factor.${string}`
>;

/**
 * Emits an event of a person in every organization that the person belongs to: an account belongs to
 * none, and each of them audits who may reach its data.
 */
export async function emitForPerson<Name extends PersonEvent>(
  context: CallContext,
  db: Database,
  { id, email }: Person,
  name: Name,
  data: EventData<Name>,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const memberships = await db
    .selectFrom("membership")
    .select("organizationId")
    .where("userId", "=", id)
    .where("isActive", "=", true)
    .execute();
  const { isFullyAudited: isOperator, actor: operator } = context.principal;
  const actor = isOperator ? operator : ({ type: "user", id, name: email, keyId: null } as const);
  const subject = { type: "user", id, name: email } as const;
  for (const { organizationId } of memberships) {
    const event = { organizationId, subject, data, details, actor };
    context.emit(name, event as never);
  }
}
