import type { FastifyRequest } from "fastify";
import type { InputOf, OutputOf } from "@lintel/contract/operation";
import { listApiKeys } from "@lintel/contract/operations/api-key";
import {
  listServiceAccounts,
  type updateServiceAccount,
} from "@lintel/contract/operations/service-account";
import type { ApiKey, ServiceAccount } from "@lintel/contract/shapes/account";
import { roleNames, type Role } from "@lintel/contract/words/permissions";
import { markup, type Markup } from "@lintel/portal/html";
import type { AccountCall } from "./account-call.ts";
import { hiddenField, roleField, textField } from "./form-parts.ts";
import { formField } from "./page-call.ts";

interface Accounts {
  readonly accounts: OutputOf<typeof listServiceAccounts>;
  readonly keys: OutputOf<typeof listApiKeys>;
}

/** The first accounts of an organization by name, and the newest keys of all of them. */
export async function readServiceAccounts(call: AccountCall): Promise<Accounts> {
  return {
    accounts: await call(listServiceAccounts, { take: 100 }),
    keys: await call(listApiKeys, { ownedBy: "serviceAccounts", take: 100 }),
  };
}

export function serviceAccountsPart(
  path: string,
  role: Role,
  { accounts, keys }: Accounts,
): Markup {
  const ofAccount = Map.groupBy(keys.items, ({ userId }) => userId);
  const isCut = accounts.totalCount > accounts.items.length || keys.totalCount > keys.items.length;
  return markup`<h2>Service accounts</h2>
    ${accounts.items.map((account) => accountPart(path, role, account, ofAccount.get(account.id) ?? []))}
    ${isCut && markup`<p class="hint">Only 100 accounts and 100 keys are shown. The REST interface lists all of them.</p>`}
    <form method="post" action="${path}/service-accounts">
      ${textField({ name: "name", id: "account-name", label: "Name of a new service account", autocomplete: "off", hint: "The account of a program, such as a pipeline. It has keys, and never signs in." })}
      ${roleField("account-role", role)}
      <button class="primary">Create a service account</button>
    </form>`;
}

function accountPart(
  path: string,
  own: Role,
  account: ServiceAccount,
  keys: readonly ApiKey[],
): Markup {
  const { id, name, role, isActive } = account;
  return markup`<h3>${name}</h3>
    <ul class="rows">
      <li><span class="hint">${role}${!isActive && ", deactivated"}</span>
        <div class="actions">${stateForm(path, account)}
        <form method="post" action="${path}/service-accounts/delete">${hiddenField("id", id)}<button class="danger" aria-label="Delete the service account ${name}">Delete</button></form></div></li>
      ${keys.map((key) => keyRow(path, key, name))}
    </ul>
    ${mayGive(own, role) && changeForm(path, own, account)}
    ${isActive && newKeyForm(path, id, name)}`;
}

/** Whether a person can give a role, and so change an account that has it. */
const mayGive = (own: Role, role: Role) => roleNames.indexOf(role) <= roleNames.indexOf(own);

/** Closed until it is needed, which works without a script. */
function changeForm(path: string, own: Role, account: ServiceAccount): Markup {
  const { id, name, role, rowVersion } = account;
  return markup`<details><summary aria-label="Change the name or role of ${name}">Change the name or role</summary>
    <form method="post" action="${path}/service-accounts/update">
      ${hiddenField("id", id)}${hiddenField("rowVersion", rowVersion)}
      ${textField({ name: "name", id: `name-${id}`, label: "Name", value: name, autocomplete: "off" })}
      ${roleField(`role-${id}`, own, role)}
      <p><button>Save</button></p>
    </form></details>`;
}

function stateForm(path: string, { id, name, isActive, rowVersion }: ServiceAccount): Markup {
  const label = isActive ? "Deactivate" : "Activate";
  return markup`<form method="post" action="${path}/service-accounts/update">
    ${hiddenField("id", id)}${hiddenField("rowVersion", rowVersion)}${hiddenField("isActive", String(!isActive))}
    <button aria-label="${label} the service account ${name}">${label}</button></form>`;
}

/** What a form of an account asks to change: its name and role, or whether it is active. */
export function readChange(request: FastifyRequest): InputOf<typeof updateServiceAccount> {
  const changed = { id: formField(request, "id"), rowVersion: formField(request, "rowVersion") };
  const isActive = formField(request, "isActive");
  if (isActive !== "") return { ...changed, isActive: isActive === "true" };
  return {
    ...changed,
    name: formField(request, "name").trim(),
    role: formField(request, "role") as Role,
  };
}

function keyRow(path: string, { id, name, prefix, expiresAt }: ApiKey, account: string): Markup {
  const until = expiresAt === null ? "without an end" : `until ${expiresAt.slice(0, 10)}`;
  return markup`<li>
    <span>${name} <code>${prefix}…</code> <span class="hint">${until}</span></span>
    <form method="post" action="${path}/keys/revoke">${hiddenField("id", id)}<button class="danger" aria-label="Revoke the key ${name} of ${account}">Revoke</button></form>
  </li>`;
}

function newKeyForm(path: string, id: string, account: string): Markup {
  return markup`<details><summary aria-label="Create a key of ${account}">Create a key</summary>
    <form method="post" action="${path}/service-accounts/keys">
    ${hiddenField("id", id)}
    ${textField({ name: "name", id: `key-name-${id}`, label: "Name of the key", autocomplete: "off", hint: "It can do what the service account can do, for 90 days." })}
    <p><button>Create a key</button></p>
  </form></details>`;
}
