import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  createProject,
  listProjects,
  updateProject,
} from "@lintel/contract/operations/project";
import type { Project } from "@lintel/contract/shapes/account";
import type { Clock } from "../../platform/clock.ts";
import type { Principal } from "../../platform/credentials/principal.ts";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import { isDuplicate } from "../../platform/database/database-error.ts";
import type {
  CallContext,
  OrganizationContext,
  ProjectContext,
} from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import { conflict, invalid, notFound, Problem } from "../../platform/problem.ts";
import { chooseFree, slugify } from "../../platform/ascii-slug.ts";
import {
  countProjects,
  countUnfinishedRuns,
  deleteProjectRow,
  insertProject,
  lockProject,
  selectProject,
  selectProjects,
  selectSlugsLike,
  updateProjectRow,
  type ProjectFilter,
  type ProjectValues,
  type StoredProject,
} from "./project.store.ts";
import { reservedProjectSlugs } from "./reserved-slugs.ts";

type ProjectPlatform = { readonly clock: Pick<Clock, "newId"> };

export async function listVisibleProjects(
  context: CallContext,
  input: InputOf<typeof listProjects>,
): Promise<OutputOf<typeof listProjects>> {
  const paging = readPaging(input);
  const filter = visibleTo(context.principal, input.name);
  const rows = await selectProjects(context.db, filter, paging);
  return {
    items: rows.map((row) => toProject(row, context.principal)),
    totalCount: await countProjects(context.db, filter),
    ...paging,
  };
}

export async function readProject(context: ProjectContext): Promise<Project> {
  return toProject(await find(context), context.principal);
}

export async function addProject(
  platform: ProjectPlatform,
  context: OrganizationContext,
  input: InputOf<typeof createProject>,
): Promise<Project> {
  const { organizationId, now } = context;
  const { name, description = null } = input;
  const project = { organizationId, id: platform.clock.newId(), name, description, now };
  refuseReserved(input.slug);
  const row =
    input.slug === undefined
      ? await insertWithFreeSlug(context, project)
      : await insertProject(context.db, { ...project, slug: input.slug }).catch(refuseTaken);
  if (row === undefined) throw taken();
  const { id, slug } = row;
  const subject = { type: "project", id, name } as const;
  context.emit("project.created", { subject, data: {}, details: { slug }, projectId: id });
  return toProject(row, context.principal);
}

export async function changeProject(
  context: ProjectContext,
  input: InputOf<typeof updateProject>,
): Promise<Project> {
  const { db, now } = context;
  const { rowVersion, ...given } = input;
  const before = await find(context);
  if (given.slug !== before.slug) refuseReserved(given.slug);
  const values = {
    name: given.name ?? before.name,
    slug: given.slug ?? before.slug,
    description: given.description === undefined ? before.description : given.description,
  };
  const counter = decodeRowVersion(rowVersion) ?? "0";
  const row = await updateProjectRow(db, before, counter, values, now).catch(refuseTaken);
  if (row === undefined) throw conflict(encodeRowVersion((await find(context)).rowVersion));
  context.emit("project.updated", {
    subject: { type: "project", id: row.id, name: row.name },
    data: { changed: Object.keys(given) },
  });
  return toProject(row, context.principal);
}

export async function removeProject(context: ProjectContext): Promise<void> {
  const { db } = context;
  const project = await find(context);
  await lockProject(db, project);
  const unfinished = await countUnfinishedRuns(db, project);
  if (unfinished > 0) {
    throw new Problem(
      "IN_USE",
      `${unfinished} run${unfinished === 1 ? " of the project is" : "s of the project are"} not finished; wait for it or cancel it.`,
    );
  }
  await deleteProjectRow(db, project);
  const { id, name, slug } = project;
  const subject = { type: "project", id, name } as const;
  context.emit("project.deleted", { subject, data: {}, details: { slug } });
}

function refuseReserved(slug: string | undefined): void {
  if (slug === undefined || !reservedProjectSlugs.has(slug)) return;
  throw invalid({
    field: "slug",
    code: "reserved",
    message: "Is an address of the web app; choose another slug.",
  });
}

type Unnamed = Omit<ProjectValues, "slug"> & { organizationId: string; id: string; now: Date };

// Another call may take the free slug first. Then the next one is tried.
async function insertWithFreeSlug(
  context: OrganizationContext,
  project: Unnamed,
): Promise<StoredProject> {
  const wanted = slugify(project.name, "project");
  for (;;) {
    const taken = await selectSlugsLike(context.db, context.organizationId, wanted);
    const slug = chooseFree(wanted, new Set([...taken, ...reservedProjectSlugs]));
    const row = await insertProject(context.db, { ...project, slug }).catch(refuseTaken);
    if (row !== undefined) return row;
  }
}

function visibleTo(principal: Principal, name: string | undefined): ProjectFilter {
  const { organizationId } = principal;
  if (organizationId === null)
    throw new Problem("VALIDATION_FAILED", "Name the organization: --org SLUG.", { errors: [] });
  return { organizationId, ...principal.visibleProjects(null), name };
}

async function find(context: ProjectContext): Promise<StoredProject> {
  const row = await selectProject(context.db, context.organizationId, context.projectId);
  if (row === undefined) throw notFound("The project");
  return row;
}

function taken(): Problem {
  return new Problem("NAME_TAKEN", "The organization has a project of this name or slug.");
}

function refuseTaken(error: unknown): never {
  throw isDuplicate(error) ? taken() : error;
}

function toProject(row: StoredProject, principal: Principal): Project {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    role: principal.roleIn(row.id),
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}
