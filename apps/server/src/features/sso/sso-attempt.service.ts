import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { listSsoAttempts } from "@lintel/contract/operations/sso-connection";
import type { SsoAttempt } from "@lintel/contract/shapes/sso";
import { ssoReasons, type SsoReason } from "@lintel/contract/words/sso-reasons";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import { findConnection } from "./sso-connection.service.ts";
import { selectAttempts, type StoredAttempt } from "./sso-attempt.store.ts";

export async function listAttempts(
  context: OrganizationContext,
  input: InputOf<typeof listSsoAttempts>,
): Promise<OutputOf<typeof listSsoAttempts>> {
  const { id } = await findConnection(context, input.connectionId);
  const { db, organizationId } = context;
  const page = await selectAttempts(db, organizationId, id, readPaging(input));
  return { ...page, items: page.items.map(toAttempt) };
}

function toAttempt(row: StoredAttempt): SsoAttempt {
  const { id, startedAt, isTest, result, detail, steps, received, requestId } = row;
  const reason = row.reason as SsoReason | null;
  return {
    id,
    startedAt: startedAt.toISOString(),
    isTest,
    result,
    reason,
    detail,
    fix: reason === null ? null : ssoReasons[reason].fix,
    steps,
    received,
    requestId,
  };
}
