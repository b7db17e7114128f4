import type { FastifyRequest } from "fastify";
import type { InputOf, OutputOf } from "@lintel/contract/operation";
import { listMembers, type updateMember } from "@lintel/contract/operations/member";
import type { Member } from "@lintel/contract/shapes/account";
import { roleNames, type Role } from "@lintel/contract/words/permissions";
import { markup, type Markup } from "@lintel/portal/html";
import type { AccountCall } from "./account-call.ts";
import { hiddenField, nameRole, roleField } from "./form-parts.ts";
import { formField } from "./page-call.ts";

type Members = OutputOf<typeof listMembers>;

/** The first members of an organization. */
export const readMembers = (call: AccountCall): Promise<Members> =>
  call(listMembers, { take: 100 });

/** The part of the organization's page for those who manage members; `userId` is the person who looks. */
export function membersPart(
  path: string,
  own: { readonly role: Role; readonly userId: string },
  { items, totalCount }: Members,
): Markup {
  return markup`<h2>Members</h2>
    <ul class="rows">${items.map((member) => memberRow(path, own, member))}</ul>
    ${totalCount > items.length && markup`<p class="hint">Only ${items.length} of ${totalCount} members are shown. The REST interface lists all of them.</p>`}`;
}

function memberRow(
  path: string,
  own: { readonly role: Role; readonly userId: string },
  member: Member,
): Markup {
  const { userId, name, email, role } = member;
  const mayChange = userId !== own.userId && roleNames.indexOf(role) <= roleNames.indexOf(own.role);
  return markup`<li>
    <span>${name} <span class="hint">${email}, ${nameRole(role)}${userId === own.userId && ", you"}</span></span>
    ${mayChange && changeForms(path, own.role, member)}
  </li>`;
}

/** Closed until they are needed, which works without a script. */
function changeForms(path: string, own: Role, { userId, name, role, rowVersion }: Member): Markup {
  return markup`<details><summary aria-label="Change ${name}">Change</summary>
    <form method="post" action="${path}/members/update">
      ${hiddenField("userId", userId)}${hiddenField("rowVersion", rowVersion)}
      ${roleField(`role-${userId}`, own, role)}
      <p><button>Save the role</button></p>
    </form>
    <form method="post" action="${path}/members/remove">
      ${hiddenField("userId", userId)}
      <p class="hint">Removing ends the keys and clients of ${name} in this organization. Projects that only ${name}
        manages go to the owner who has been a member for the longest time.</p>
      <p><button class="danger" aria-label="Remove ${name}">Remove</button></p>
    </form></details>`;
}

/** The role that a form gives a member. */
export const readRole = (request: FastifyRequest): InputOf<typeof updateMember> => ({
  userId: formField(request, "userId"),
  rowVersion: formField(request, "rowVersion"),
  role: formField(request, "role") as Role,
});
