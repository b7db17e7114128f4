import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { listScimRequests } from "@lintel/contract/operations/scim-settings";
import type { ScimRequest } from "@lintel/contract/shapes/scim";
import { scimReasons, type ScimReason } from "@lintel/contract/words/scim-log";
import type { OrganizationContext } from "../../../platform/kernel/implementation.ts";
import { readPaging } from "../../../platform/paging.ts";
import { selectRequests, type StoredRequest } from "./scim-log.store.ts";

export async function listRequests(
  { db, organizationId }: OrganizationContext,
  input: InputOf<typeof listScimRequests>,
): Promise<OutputOf<typeof listScimRequests>> {
  const filter = { organizationId, result: input.result };
  const page = await selectRequests(db, filter, readPaging(input));
  return { ...page, items: page.items.map(toRequest) };
}

function toRequest(row: StoredRequest): ScimRequest {
  const reason = row.reason as ScimReason | null;
  return {
    id: row.id,
    startedAt: row.startedAt.toISOString(),
    method: row.method,
    path: row.path,
    token: row.tokenPrefix === null ? null : { name: row.tokenName, prefix: row.tokenPrefix },
    userAgent: row.userAgent,
    result: row.result,
    status: row.status,
    scimType: row.scimType,
    reason,
    detail: row.detail,
    fix: reason === null ? null : scimReasons[reason].fix,
    steps: [...row.steps],
    received: Object.fromEntries(
      Object.entries(row.received).map(([name, values]) => [name, [...values]]),
    ),
    requestId: row.requestId,
  };
}
