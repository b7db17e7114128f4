import type { OutputOf } from "@lintel/contract/operation";
import type { finishSamlSignIn } from "@lintel/contract/operations/sso-sign-in";
import { markup, type Markup } from "@lintel/portal/html";

type Tested = Extract<OutputOf<typeof finishSamlSignIn>, { kind: "tested" }>;

/** What the provider asserted, and what a sign-in would come to. */
export function writeTestPage(tested: Tested): Markup {
  const { connectionName, email, name, groups, stated } = tested;
  return markup`<p>The provider of <strong>${connectionName}</strong> signed in ${email}. Nothing was changed.</p>
    <h2>What a sign-in does</h2>
    <p>${explainAdmission(tested)} ${explainRole(tested)}</p>
    <dl>
      <dt>E-mail address</dt><dd>${email}</dd>
      <dt>Name</dt><dd>${name ?? "not stated"}</dd>
      <dt>Groups</dt><dd>${groups === null ? "not stated" : groups.join(", ") || "none"}</dd>
      <dt>Role</dt><dd>${tested.role}</dd>
    </dl>
    <h2>What the provider asserted</h2>
    <table>
      <thead><tr><th scope="col">Attribute</th><th scope="col">Values</th></tr></thead>
      <tbody>${stated.map(
        ({ name: attribute, values }) =>
          markup`<tr><th scope="row">${attribute}</th><td>${values.join(", ")}</td></tr>`,
      )}</tbody>
    </table>
    <p>You can close this page, and activate the connection.</p>`;
}

function explainAdmission({ isMember, isJitEnabled }: Tested): string {
  if (isMember) return "The person is a member.";
  return isJitEnabled
    ? "The person becomes a member by the first sign-in."
    : "The person is not a member, and just-in-time provisioning is off: the sign-in would be refused with SSO_JIT_DISABLED.";
}

function explainRole({ mapping, isAutomatic, isMember, role, groups }: Tested): string {
  if (mapping !== null)
    return `The mapping of the group ${mapping.groupName} (priority ${mapping.priority}) gives the role ${role}.`;
  if (isMember && !isAutomatic)
    return groups === null
      ? `The provider states no groups: the role stays ${role}.`
      : `No group has a mapping in this organization: the role stays ${role}.`;
  return `No mapping matches: the fallback role is ${role}.`;
}
