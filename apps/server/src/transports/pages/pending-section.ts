import type { FastifyRequest } from "fastify";
import type { OutputOf } from "@lintel/contract/operation";
import type { listPendingMemberships } from "@lintel/contract/operations/scim-settings";
import { markup, type Markup } from "@lintel/portal/html";
import { nameTime } from "../../domain/people/device-name.ts";
import { hiddenField } from "./form-parts.ts";
import { pagePath } from "./page-path.ts";

type Pending = OutputOf<typeof listPendingMemberships>["items"][number];

/** The organizations that provisioned the person and wait for an answer; nothing where there are none. */
export function pendingSection(
  request: FastifyRequest,
  pending: readonly Pending[],
): Markup | null {
  if (pending.length === 0) return null;
  return markup`<h2>Organizations that wait for you</h2>
    <p>The identity provider of each organization added your e-mail address. An organization that you accept sees your
      name and address, and its administrators decide what you can do in it. If you do not know it, decline.</p>
    <ul class="rows">${pending.map((one) => pendingRow(request, one))}</ul>`;
}

function pendingRow(
  request: FastifyRequest,
  { organizationId, organizationName, invitedAt }: Pending,
): Markup {
  const form = (action: string, label: string, kind: string) => markup`<form method="post"
    action="${pagePath(request, `/account/memberships/${action}`)}">${hiddenField("id", organizationId)}<button
      class="${kind}" aria-label="${label} ${organizationName}">${label}</button></form>`;
  return markup`<li>
    <span>${organizationName} <span class="hint">since ${nameTime(new Date(invitedAt))}</span></span>
    <div class="actions">${form("accept", "Accept", "primary")}${form("decline", "Decline", "danger")}</div>
  </li>`;
}
