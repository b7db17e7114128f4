import type { Plan } from "@lintel/contract/words/plans";
import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  createOrganization,
  setOrganizationPlan,
  updateOrganization,
} from "@lintel/contract/operations/organization";
import type { Organization } from "@lintel/contract/shapes/account";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import { isDuplicate } from "../../platform/database/database-error.ts";
import type { CallContext, OrganizationContext } from "../../platform/kernel/implementation.ts";
import { conflict, invalid, notFound, Problem } from "../../platform/problem.ts";
import {
  hasAnyOrganization,
  insertOrganization,
  selectOrganization,
  selectOrganizations,
  updateOrganizationName,
  updateOrganizationPlan,
  type StoredOrganization,
} from "./organization.store.ts";
import { reservedSlugs } from "./reserved-slugs.ts";

/** Makes a person an owner of an organization; returns the user's id. */
export type MakeOwner = (
  db: Database,
  owner: { organizationId: string; email: string; name: string; now: Date },
) => Promise<string>;

export interface OrganizationNeeds {
  readonly clock: Pick<Clock, "newId">;
  readonly makeOwner: MakeOwner;
}

/** Whether the region has an organization. */
export function isInUse(db: Database): Promise<boolean> {
  return hasAnyOrganization(db);
}

export async function addOrganization(
  needs: OrganizationNeeds,
  context: CallContext,
  input: InputOf<typeof createOrganization>,
): Promise<OutputOf<typeof createOrganization>> {
  refuseReserved(input.slug);
  const { db, now, region } = context;
  const { name, slug, plan = "pro", ownerEmail, ownerName } = input;
  const id = needs.clock.newId();
  const row = await insertOrganization(db, { id, name, slug, plan, now }).catch(refuseTaken);
  const owner = { organizationId: id, email: ownerEmail, name: ownerName, now };
  const ownerUserId = await needs.makeOwner(db, owner);
  // The operator belongs to no organization: the chain of the new one begins with its creation.
  context.emit("organization.created", {
    organizationId: id,
    subject: { type: "organization", id, name },
    data: { ownerUserId },
    details: { slug, plan },
  });
  return { organization: toOrganization(row, region), ownerUserId };
}

export async function listAllOrganizations(context: CallContext): Promise<Organization[]> {
  const rows = await selectOrganizations(context.db);
  return rows.map((row) => toOrganization(row, context.region));
}

export async function readOrganization(context: OrganizationContext): Promise<Organization> {
  return toOrganization(await find(context), context.region);
}

export async function renameOrganization(
  context: OrganizationContext,
  input: InputOf<typeof updateOrganization>,
): Promise<Organization> {
  const { db, organizationId, now, region } = context;
  const before = await find(context);
  const rowVersion = decodeRowVersion(input.rowVersion) ?? "0";
  const row = await updateOrganizationName(db, organizationId, rowVersion, input.name, now);
  if (row === undefined) throw conflict(encodeRowVersion((await find(context)).rowVersion));
  context.emit("organization.updated", {
    subject: { type: "organization", id: row.id, name: row.name },
    data: {},
    details: { nameBefore: before.name },
  });
  return toOrganization(row, region);
}

export async function changePlan(
  context: OrganizationContext,
  { plan }: InputOf<typeof setOrganizationPlan>,
): Promise<Organization> {
  const { db, organizationId, now, region } = context;
  const before = await find(context);
  if (before.plan === plan) return toOrganization(before, region);
  const row = await updateOrganizationPlan(db, organizationId, plan, now);
  context.emit("organization.plan_changed", {
    subject: { type: "organization", id: row.id, name: row.name },
    data: { plan, planBefore: before.plan as Plan },
  });
  return toOrganization(row, region);
}

async function find(context: OrganizationContext): Promise<StoredOrganization> {
  const row = await selectOrganization(context.db, context.organizationId);
  if (row === undefined) throw notFound("The organization");
  return row;
}

function refuseReserved(slug: string): void {
  if (!reservedSlugs.has(slug)) return;
  throw invalid({
    field: "slug",
    code: "reserved",
    message: "Is a path of the server's own; choose another slug.",
  });
}

function refuseTaken(error: unknown): never {
  throw isDuplicate(error)
    ? new Problem("NAME_TAKEN", "Another organization of this region has the slug.")
    : error;
}

function toOrganization(row: StoredOrganization, region: string): Organization {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    plan: row.plan as Organization["plan"],
    region,
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}
