import { toolsetSlugs, type ToolsetSlug } from "@lintel/contract/toolsets";
import type { ToolContext } from "@lintel/contract/operations/tool-context";
import { quote } from "@lintel/openapi/values/shorten";
import { allowedPermissions, mayIn, seesProject } from "../../platform/credentials/authorize.ts";
import type { KeyPrincipal } from "../../platform/credentials/principal.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { CallContext } from "../../platform/kernel/implementation.ts";
import { notFound, Problem } from "../../platform/problem.ts";
import {
  lockContext,
  selectContext,
  selectProject,
  selectSpecPlace,
  selectToolsets,
  updateContext,
  type ContextOwner,
} from "./tool-context.store.ts";

export interface ContextChoice {
  readonly organizationId?: string;
  readonly projectId?: string;
}

/** The credential of an agent; the operator has none, and so no context. */
export function agentOf({ principal }: CallContext): KeyPrincipal {
  if (principal.kind === "operator") throw notFound("The context of the operator");
  return principal;
}

export function ownerOf({ organization, key }: KeyPrincipal): ContextOwner {
  return { organizationId: organization.id, keyId: key.id };
}

export async function chooseContext(
  context: CallContext,
  choice: ContextChoice,
): Promise<ToolContext> {
  const principal = agentOf(context);
  const { db, now, fixedProjectId } = context;
  const organizationId = choice.organizationId?.toLowerCase() ?? principal.organization.id;
  const projectId = choice.projectId?.toLowerCase() ?? null;
  if (organizationId !== principal.organization.id) throw notFound("The organization");
  if (fixedProjectId !== null && projectId !== fixedProjectId)
    throw fixedElsewhere(context, projectId);
  if (projectId !== null) await findProject(db, principal, projectId);
  const before = await lockContext(db, ownerOf(principal), now);
  await updateContext(db, ownerOf(principal), { projectId }, now);
  context.note({
    target: { type: "apiKey", id: principal.key.id, name: principal.key.name },
    details: { projectId },
    isUnchanged: before.projectId === projectId,
  });
  return describeContext(context);
}

function fixedElsewhere({ fixedProjectId }: CallContext, projectId: string | null): Problem {
  return new Problem(
    "CONTEXT_MISMATCH",
    `The address of the connection fixes project ${fixedProjectId ?? ""}.`,
    {
      requestedProjectId: projectId,
      contextProjectId: fixedProjectId,
      fix: "Stay in the project of the connection, or connect with another `project` in the address.",
    },
  );
}

async function findProject(db: Database, principal: KeyPrincipal, projectId: string) {
  const project = seesProject(principal, projectId, null)
    ? await selectProject(db, principal.organization.id, projectId)
    : undefined;
  if (project === undefined) throw notFound("The project");
  return project;
}

export async function describeContext(context: CallContext): Promise<ToolContext> {
  const principal = agentOf(context);
  const { db, fixedProjectId } = context;
  const { id, name, slug } = principal.organization;
  const stored = await selectContext(db, ownerOf(principal));
  const project =
    fixedProjectId === null
      ? visibleProject(principal, stored?.project ?? null)
      : await findProject(db, principal, fixedProjectId);
  const permissions = allowedPermissions(principal).filter(
    (permission) => project === null || mayIn(principal, project.id, permission),
  );
  return {
    organization: { id, name, slug },
    project,
    isProjectFixed: fixedProjectId !== null,
    permissions,
    enabledToolsets: knownSlugs(stored?.toolsets ?? []),
  };
}

function visibleProject<P extends { readonly id: string }>(
  principal: KeyPrincipal,
  project: P | null,
): P | null {
  return project !== null && seesProject(principal, project.id, null) ? project : null;
}

/** A slug of a later version, or of an earlier one, is kept and not shown. */
export function knownSlugs(stored: readonly string[]): ToolsetSlug[] {
  return toolsetSlugs.filter((slug) => stored.includes(slug));
}

/** What the tool server asks of contexts beside the operations. */
export interface ToolContexts {
  /** The project of the credential's context; null where there is none in its sight. */
  findProject(principal: KeyPrincipal): Promise<string | null>;
  /** The toolsets that the credential enabled. */
  listEnabledToolsets(principal: KeyPrincipal): Promise<ToolsetSlug[]>;
  /** How many toolsets each of the credentials enabled, by the ids of their keys. */
  countToolsets(owners: readonly ContextOwner[]): Promise<ReadonlyMap<string, number>>;
  /** Why a specification was not found: it is in another project that the caller sees. Else null. */
  explainMissingSpec(
    principal: KeyPrincipal,
    projectId: string,
    specId: string,
  ): Promise<Problem | null>;
}

export function createToolContexts(database: () => Promise<Database>): ToolContexts {
  return {
    async findProject(principal) {
      const stored = await selectContext(await database(), ownerOf(principal));
      return visibleProject(principal, stored?.project ?? null)?.id ?? null;
    },
    async listEnabledToolsets(principal) {
      const stored = await selectContext(await database(), ownerOf(principal));
      return knownSlugs(stored?.toolsets ?? []);
    },
    async countToolsets(owners) {
      const stored = await selectToolsets(await database(), owners);
      return new Map(owners.map(({ keyId }) => [keyId, stored.get(keyId)?.length ?? 0]));
    },
    async explainMissingSpec(principal, contextProjectId, specId) {
      const place = await selectSpecPlace(await database(), principal.organization.id, specId);
      if (place === undefined || place.projectId === contextProjectId) return null;
      const { projectId, projectName, specName } = place;
      if (!seesProject(principal, projectId, "specs:read")) return null;
      return new Problem(
        "CONTEXT_MISMATCH",
        `Specification ${quote(specName)} is in project ${quote(projectName)} (${projectId}); the context is project ${contextProjectId}.`,
        { requestedProjectId: projectId, contextProjectId },
      );
    },
  };
}

/** Refuses a slug that names no toolset, and says which there are. */
export function readSlug(slug: string): ToolsetSlug {
  const known = toolsetSlugs.find((candidate) => candidate === slug);
  if (known !== undefined) return known;
  throw new Problem("TOOLSET_UNKNOWN", `There are: ${toolsetSlugs.join(", ")}.`, {
    toolsets: toolsetSlugs,
  });
}
