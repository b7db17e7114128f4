import type { InputOf } from "@lintel/contract/operation";
import type {
  createHeaderPolicy,
  updateHeaderPolicy,
} from "@lintel/contract/operations/header-policy";
import type { HeaderPolicy } from "@lintel/contract/shapes/header-policy";
import { isDuplicate } from "../../platform/database/database-error.ts";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { readPaging, type Page, type Paging } from "../../platform/paging.ts";
import { conflict, invalid, notFound, Problem } from "../../platform/problem.ts";
import {
  deletePolicyRow,
  insertPolicy,
  replacePolicyHeaders,
  selectPolicies,
  selectPolicy,
  selectPolicyHeaders,
  selectSpecIds,
  selectUsableComponents,
  updatePolicy,
  type PolicyPlace,
  type PolicyValues,
  type StoredPolicy,
} from "./header-policy.store.ts";
import { toPolicies } from "./header-policy.view.ts";

type NewPolicy = InputOf<typeof createHeaderPolicy>;
type PolicyChange = InputOf<typeof updateHeaderPolicy>;

export async function listPolicies(
  context: OrganizationContext,
  place: PolicyPlace,
  input: Partial<Paging>,
): Promise<Page<HeaderPolicy>> {
  const page = await selectPolicies(context.db, place, readPaging(input));
  return { ...page, items: await show(context, page.items) };
}

export async function readPolicy(
  context: OrganizationContext,
  place: PolicyPlace,
  id: string,
): Promise<HeaderPolicy> {
  const [policy] = await show(context, [await findPolicy(context, place, id)]);
  if (policy === undefined) throw notFound("The header policy");
  return policy;
}

export async function addPolicy(
  { clock }: Pick<Platform, "clock">,
  context: OrganizationContext,
  place: PolicyPlace,
  input: NewPolicy,
): Promise<HeaderPolicy> {
  const { name, appliesTo, description = null } = input;
  const specIds = input.specIds ? unify(input.specIds) : null;
  const componentIds = unify(input.componentIds ?? []);
  await checkSpecs(context, place, specIds);
  await checkComponents(context, place, componentIds);
  const made = { id: clock.newId(), now: context.now };
  const values = { name, appliesTo, description, specIds };
  const row = await insertPolicy(context.db, place, made, values).catch(refuseTaken);
  await replacePolicyHeaders(context.db, row, componentIds);
  context.emit("header_policy.created", ofPolicy(row));
  return readPolicy(context, place, row.id);
}

export async function changePolicy(
  context: OrganizationContext,
  place: PolicyPlace,
  input: PolicyChange,
): Promise<HeaderPolicy> {
  const { policyId, rowVersion, ...fields } = input;
  const before = await findPolicy(context, place, policyId);
  if (decodeRowVersion(rowVersion) !== before.rowVersion) {
    throw conflict(encodeRowVersion(before.rowVersion));
  }
  const values = mergeFields(before, fields);
  const componentIds = fields.componentIds === undefined ? null : unify(fields.componentIds);
  if (fields.specIds !== undefined) await checkSpecs(context, place, values.specIds);
  if (componentIds !== null) await checkComponents(context, place, componentIds);
  const row = await updatePolicy(context.db, before, values, context.now).catch(refuseTaken);
  if (row === undefined) {
    throw conflict(encodeRowVersion((await findPolicy(context, place, policyId)).rowVersion));
  }
  if (componentIds !== null) await replacePolicyHeaders(context.db, row, componentIds);
  const changed = Object.keys(fields);
  context.emit("header_policy.updated", { ...ofPolicy(row), data: { changed } });
  return readPolicy(context, place, policyId);
}

export async function removePolicy(
  context: OrganizationContext,
  place: PolicyPlace,
  id: string,
): Promise<void> {
  const policy = await findPolicy(context, place, id);
  await deletePolicyRow(context.db, policy);
  context.emit("header_policy.deleted", ofPolicy(policy));
}

function mergeFields(
  before: StoredPolicy,
  fields: Partial<Omit<NewPolicy, "componentIds">>,
): PolicyValues {
  const { name = before.name, appliesTo = before.appliesTo } = fields;
  const { description = before.description, specIds = before.specIds } = fields;
  return { name, appliesTo, description, specIds: specIds === null ? null : unify(specIds) };
}

async function findPolicy(
  { db }: OrganizationContext,
  place: PolicyPlace,
  id: string,
): Promise<StoredPolicy> {
  const row = await selectPolicy(db, place, id);
  if (row === undefined) throw notFound("The header policy");
  return row;
}

async function show(
  { db, organizationId }: OrganizationContext,
  rows: readonly StoredPolicy[],
): Promise<HeaderPolicy[]> {
  const ids = rows.map(({ id }) => id);
  const headers = await selectPolicyHeaders(db, organizationId, ids);
  const covered = [...new Set(rows.flatMap(({ specIds }) => specIds ?? []))];
  const specs = await selectSpecIds(db, { organizationId, projectId: null }, covered);
  return toPolicies(rows, headers, specs);
}

async function checkSpecs(
  { db }: OrganizationContext,
  place: PolicyPlace,
  specIds: readonly string[] | null,
): Promise<void> {
  if (specIds === null) return;
  const where = place.projectId === null ? "organization" : "project";
  const found = await selectSpecIds(db, place, specIds);
  refuseMissing("specIds", specIds, found, `The ${where} has no such specification.`);
}

async function checkComponents(
  { db }: OrganizationContext,
  place: PolicyPlace,
  componentIds: readonly string[],
): Promise<void> {
  const found = await selectUsableComponents(db, place, componentIds);
  const message =
    place.projectId === null
      ? "The organization has no such header component."
      : "Neither the project nor the organization has such a header component.";
  refuseMissing("componentIds", componentIds, found, message);
}

/** Ids are equal in any case, so they are stored in lower case. */
const unify = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];

function refuseMissing(
  field: string,
  ids: readonly string[],
  found: ReadonlySet<string>,
  message: string,
): void {
  const errors = ids.flatMap((id, at) =>
    found.has(id) ? [] : [{ field: `${field}[${at}]`, code: "notFound", message }],
  );
  if (errors.length > 0) throw invalid(...errors.slice(0, 50));
}

function refuseTaken(error: unknown): never {
  throw isDuplicate(error)
    ? new Problem("NAME_TAKEN", "There is a header policy of this name, in some case of letters.")
    : error;
}

const ofPolicy = ({ id, name, projectId }: StoredPolicy) => ({
  subject: { type: "headerPolicy", id, name } as const,
  data: {},
  projectId,
});
