import type { OauthGrant } from "@lintel/contract/shapes/oauth";
import { markup, type Markup } from "@lintel/portal/html";
import { hiddenField } from "./form-parts.ts";

/** The clients that act for the person in the organization; nothing where there are none. */
export function clientsPart(path: string, grants: readonly OauthGrant[]): Markup | null {
  if (grants.length === 0) return null;
  return markup`<h2>Connected clients</h2>
    <p class="hint">Agents and apps that you allowed to act for you.</p>
    <ul class="rows">${grants.map((grant) => clientRow(path, grant))}</ul>`;
}

function clientRow(path: string, grant: OauthGrant): Markup {
  const { id, clientName, redirectHost, permissions, projectId, createdAt, lastUsedAt } = grant;
  const place = redirectHost ?? "another device";
  const scope = `${permissions.length} ${permissions.length === 1 ? "permission" : "permissions"}${projectId === null ? "" : " in one project"}`;
  const used = lastUsedAt === null ? "not used yet" : `last used ${lastUsedAt.slice(0, 10)}`;
  return markup`<li>
    <span>${clientName} <span class="hint">${place}, ${scope}, since ${createdAt.slice(0, 10)}, ${used}</span></span>
    <form method="post" action="${path}/clients/revoke">${hiddenField("id", id)}<button class="danger" aria-label="End the access of ${clientName}">End access</button></form>
  </li>`;
}
