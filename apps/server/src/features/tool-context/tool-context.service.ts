import { toolsetSlugs, type ToolsetSlug } from "@lintel/contract/words/toolsets";
import { mayShowMore, shownToolsets } from "./shown-toolsets.ts";
import type { ToolContext } from "@lintel/contract/operations/tool-context";
import { quote } from "@lintel/json/shorten";
import { includesProject, type Principal } from "../../platform/credentials/principal.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { AgentConnection } from "../../platform/kernel/call.ts";
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
  type StoredContext,
} from "./tool-context.store.ts";

export interface ContextChoice {
  readonly organizationId?: string;
  readonly projectId?: string;
}

/** Contexts are stored for each credential. The operator has none. */
export function ownerOf({ organizationId, credentialId, isDelegated }: Principal): ContextOwner {
  if (organizationId === null || credentialId === null) throw noContext();
  const table = isDelegated ? "oauthToolContext" : "toolContext";
  return { organizationId, keyId: credentialId, table };
}

const noContext = () => notFound("The context of the operator");

export async function chooseContext(
  context: CallContext,
  choice: ContextChoice,
): Promise<ToolContext> {
  const { db, now, connection, principal } = context;
  const owner = ownerOf(principal);
  const { projectId: fixedProjectId } = connection;
  const projectId = choice.projectId?.toLowerCase() ?? null;
  principal.forOrganization(choice.organizationId?.toLowerCase() ?? owner.organizationId);
  if (fixedProjectId !== null && projectId !== fixedProjectId)
    throw fixedElsewhere(context, projectId);
  if (projectId !== null) await findProject(db, principal, projectId);
  const before = await lockContext(db, owner, now);
  await updateContext(db, owner, { projectId }, now);
  if (before.projectId !== projectId)
    context.emit("tool_context.changed", { subject: subjectOf(principal), data: { projectId } });
  return describeContext(context);
}

function fixedElsewhere({ connection }: CallContext, projectId: string | null): Problem {
  const { projectId: fixedProjectId } = connection;
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

async function findProject(db: Database, principal: Principal, projectId: string) {
  const project = includesProject(principal.visibleProjects(null), projectId)
    ? await selectProject(db, ownerOf(principal).organizationId, projectId)
    : undefined;
  if (project === undefined) throw notFound("The project");
  return project;
}

export async function describeContext(context: CallContext): Promise<ToolContext> {
  const { db, connection, principal } = context;
  if (principal.organization === null) throw noContext();
  const { id, name, slug } = principal.organization;
  const stored = await selectContext(db, ownerOf(principal));
  const projectId = connection.projectId ?? chooseProject(principal, stored);
  const project = projectId === null ? null : await findProject(db, principal, projectId);
  const permissions = principal
    .permissions()
    .filter(
      (permission) =>
        project === null || principal.check(permission, { projectId: project.id }) === null,
    );
  return {
    organization: { id, name, slug },
    project,
    isProjectFixed: connection.projectId !== null,
    permissions,
    enabledToolsets: knownSlugs(stored?.toolsets ?? []),
  };
}

/** The chosen project while it is visible, or else the only project of a limited key. */
function chooseProject(principal: Principal, stored: StoredContext | undefined): string | null {
  const chosen = stored?.project ?? null;
  const visible = principal.visibleProjects(null);
  if (chosen !== null && includesProject(visible, chosen.id)) return chosen.id;
  const [only = null, ...others] = visible.only ?? [];
  return others.length === 0 ? only : null;
}

/** The key, or the grant of a client, as the subject of an event. */
export function subjectOf(principal: Principal) {
  const { keyId: id } = ownerOf(principal);
  const type = principal.isDelegated ? ("oauthGrant" as const) : ("apiKey" as const);
  return { type, id, name: principal.key?.name ?? null };
}

/** A slug of another version of the server is stored but not shown. */
function knownSlugs(stored: readonly string[]): ToolsetSlug[] {
  return toolsetSlugs.filter((slug) => stored.includes(slug));
}

/** The functions that the tool server uses in addition to the operations. */
export interface ToolContexts {
  /** The project of the credential's context, or null if it has to choose one. */
  findProject(principal: Principal): Promise<string | null>;
  /** The toolsets that a connection shows; null: all of them. */
  listShownToolsets(
    principal: Principal,
    connection: AgentConnection,
  ): Promise<ReadonlySet<ToolsetSlug> | null>;
  /** The number of toolsets that each credential enabled, by the id of its key. */
  countToolsets(owners: readonly ContextOwner[]): Promise<ReadonlyMap<string, number>>;
  /** The explanation if the specification is in another project that the caller sees, else null. */
  explainMissingSpec(
    principal: Principal,
    projectId: string,
    specId: string,
  ): Promise<Problem | null>;
}

export function createToolContexts(database: () => Promise<Database>): ToolContexts {
  return {
    async findProject(principal) {
      const stored = await selectContext(await database(), ownerOf(principal));
      return chooseProject(principal, stored);
    },
    async listShownToolsets(principal, connection) {
      if (!mayShowMore(principal, connection)) return null;
      const stored = await selectContext(await database(), ownerOf(principal));
      return shownToolsets(principal, connection, stored?.toolsets ?? []);
    },
    async countToolsets(owners) {
      const db = await database();
      const tables = Map.groupBy(owners, ({ table }) => table);
      const parts = await Promise.all([...tables.values()].map((of) => selectToolsets(db, of)));
      const stored = new Map(parts.flatMap((part) => [...part]));
      return new Map(owners.map(({ keyId }) => [keyId, stored.get(keyId)?.length ?? 0]));
    },
    async explainMissingSpec(principal, contextProjectId, specId) {
      const { organizationId } = ownerOf(principal);
      const place = await selectSpecPlace(await database(), organizationId, specId);
      if (place === undefined || place.projectId === contextProjectId) return null;
      const { projectId, projectName, specName } = place;
      if (!includesProject(principal.visibleProjects("specs:read"), projectId)) return null;
      return new Problem(
        "CONTEXT_MISMATCH",
        `Specification ${quote(specName)} is in project ${quote(projectName)} (${projectId}); the context is project ${contextProjectId}.`,
        { requestedProjectId: projectId, contextProjectId },
      );
    },
  };
}

/** Refuses an unknown slug and lists the toolsets. */
export function readSlug(slug: string): ToolsetSlug {
  const known = toolsetSlugs.find((candidate) => candidate === slug);
  if (known !== undefined) return known;
  throw new Problem("TOOLSET_UNKNOWN", `There are: ${toolsetSlugs.join(", ")}.`, {
    toolsets: toolsetSlugs,
  });
}
