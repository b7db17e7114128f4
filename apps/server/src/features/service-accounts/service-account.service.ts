import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  createServiceAccount,
  listServiceAccounts,
  updateServiceAccount,
} from "@lintel/contract/operations/service-account";
import type { ServiceAccount } from "@lintel/contract/shapes/account";
import { quote } from "@lintel/json/shorten";
import { endAccess } from "../../domain/people/end-membership.ts";
import { lockOrganization } from "../../domain/people/lock-organization.ts";
import { checkMayChange, checkMayGrant, higherRole } from "../../domain/people/role.rules.ts";
import type { Clock } from "../../platform/clock.ts";
import { includesProject } from "../../platform/credentials/principal.ts";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import { conflict, notFound, Problem } from "../../platform/problem.ts";
import {
  deleteAccount,
  insertAccount,
  selectAccount,
  selectAccountByName,
  selectAccounts,
  updateAccount,
  type StoredServiceAccount,
} from "./service-account.store.ts";

export async function listAccounts(
  context: OrganizationContext,
  input: InputOf<typeof listServiceAccounts>,
): Promise<OutputOf<typeof listServiceAccounts>> {
  const page = await selectAccounts(context.db, context.organizationId, readPaging(input));
  return { ...page, items: page.items.map((row) => toAccount(context, row)) };
}

export async function readAccount(
  context: OrganizationContext,
  id: string,
): Promise<ServiceAccount> {
  return toAccount(context, await findAccount(context, id));
}

export async function addAccount(
  { clock }: { readonly clock: Pick<Clock, "newId"> },
  context: OrganizationContext,
  { name, role }: InputOf<typeof createServiceAccount>,
): Promise<ServiceAccount> {
  const { db, organizationId, now } = context;
  checkMayGrant(context.principal.role, role);
  await lockOrganization(db, organizationId);
  await refuseTakenName(context, name, null);
  const id = clock.newId();
  await insertAccount(db, { organizationId, id, membershipId: clock.newId(), name, role, now });
  context.emit("service_account.created", { subject: toSubject({ id, name }), data: { role } });
  return readAccount(context, id);
}

export async function changeAccount(
  context: OrganizationContext,
  input: InputOf<typeof updateServiceAccount>,
): Promise<ServiceAccount> {
  const { db, organizationId, now } = context;
  await lockOrganization(db, organizationId);
  const before = await findAccount(context, input.id);
  const { name = before.name, role = before.role, isActive = before.isActive } = input;
  checkChangeable(context, before);
  checkMayGrant(context.principal.role, role);
  await refuseTakenName(context, name, before.id);
  const after = { name, role, isActive };
  const rowVersion = decodeRowVersion(input.rowVersion) ?? "0";
  if (!(await updateAccount(db, { organizationId, id: before.id, rowVersion }, after, now)))
    throw conflict(encodeRowVersion(before.rowVersion));
  const changed = (["name", "role", "isActive"] as const).filter(
    (field) => after[field] !== before[field],
  );
  context.emit("service_account.updated", {
    subject: toSubject(before),
    data: { changed, role, isActive },
    details: { before: { name: before.name, role: before.role, isActive: before.isActive }, after },
  });
  return readAccount(context, before.id);
}

export async function removeAccount(context: OrganizationContext, id: string): Promise<void> {
  const { db, organizationId, now } = context;
  await lockOrganization(db, organizationId);
  const account = await findAccount(context, id);
  checkChangeable(context, account);
  await deleteAccount(db, organizationId, account.id);
  const { keys } = await endAccess(db, { organizationId, userId: account.id, now });
  const data = { role: account.role, revokedKeys: keys.length };
  context.emit("service_account.deleted", { subject: toSubject(account), data, details: { keys } });
}

async function findAccount(
  { db, organizationId }: OrganizationContext,
  id: string,
): Promise<StoredServiceAccount> {
  const row = await selectAccount(db, organizationId, id);
  if (row === undefined) throw notFound("The service account");
  return row;
}

/** Compares the highest role of the account in the organization or a project. */
function checkChangeable(
  { principal }: OrganizationContext,
  { role, projectRoles }: StoredServiceAccount,
): void {
  const highest = projectRoles.reduce<ReturnType<typeof higherRole>>(
    (found, inProject) => higherRole(found, inProject.role),
    role,
  );
  checkMayChange(principal.role, highest);
}

async function refuseTakenName(
  { db, organizationId }: OrganizationContext,
  name: string,
  ownId: string | null,
): Promise<void> {
  const present = await selectAccountByName(db, organizationId, name);
  if (present === undefined || present.id === ownId) return;
  throw new Problem("NAME_TAKEN", `There is a service account with the name ${quote(name)}.`);
}

const toSubject = ({ id, name }: { readonly id: string; readonly name: string }) =>
  ({ type: "serviceAccount", id, name }) as const;

function toAccount({ principal }: OrganizationContext, row: StoredServiceAccount): ServiceAccount {
  const projects = principal.visibleProjects(null);
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    projectRoles: row.projectRoles.filter(({ projectId }) => includesProject(projects, projectId)),
    isActive: row.isActive,
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}
