import type { AnyOperation } from "@lintel/contract/operation";
import type { Permission, ProjectRole, Role } from "@lintel/contract/words/permissions";
import type { Caller } from "@lintel/contract/shapes/account";
import type { ToolsetSlug } from "@lintel/contract/words/toolsets";
import type { AuditActor } from "../audit/audit-log.ts";
import type { Problem } from "../problem.ts";
import type { RateBudgets } from "../rate/rate-window.ts";

/** Where a permission is needed: in the organization or any project, in the organization, in a project. */
export type Target = "anywhere" | "organization" | { readonly projectId: string };

/** The projects in `only`, or all projects where it is null, without those in `except`. */
export interface VisibleProjects {
  readonly only: ReadonlySet<string> | null;
  readonly except: ReadonlySet<string>;
}

/** What a caller without an organization sees. */
export const noProjects: VisibleProjects = { only: new Set(), except: new Set() };

/** A caller, and what it may do at this moment. Each kind of credential makes its own. */
export interface Principal {
  /** The refusal of a permission; null where the caller has it. Refusals differ by kind. */
  check(permission: Permission | "operator", target: Target): Problem | null;
  /** The projects that the caller sees with a permission; null: with any permission. */
  visibleProjects(permission: AnyOperation["permission"]): VisibleProjects;
  /** What the caller may do in at least one project, or to the organization. */
  permissions(): readonly Permission[];
  readonly user: { readonly id: string; readonly email: string; readonly name: string } | null;
  readonly credentialId: string | null;
  /** The key of a caller with a key. */
  readonly key: Readonly<NonNullable<Caller["key"]>> | null;
  /** The organization that the caller acts in; null until one is named. */
  readonly organizationId: string | null;
  /** That organization as the credential's statement read it; null where none read it. */
  readonly organization: Readonly<Caller["organization"]> | null;
  /**
   * @param named the id or the slug of an organization
   * @throws Problem NOT_FOUND where the caller does not belong to it.
   */
  forOrganization(named: string): Principal;
  /** The role in the organization; null for a caller whom no role limits. */
  readonly role: Role | null;
  /** The role in a project; null for a caller whom no role limits. */
  roleIn(projectId: string): ProjectRole | null;
  /** Whether an app acts for the person, who can allow it more (RFC 6749 §1.3). */
  readonly isDelegated: boolean;
  /** Whether the caller may make staging tokens. */
  readonly mayMint: boolean;
  /** The toolsets that an agent sees before it enables others. */
  readonly initialToolsets: ReadonlySet<ToolsetSlug>;
  readonly actor: AuditActor;
  /** Whether the audit log has all that the caller does, reads as well, with its command. */
  readonly isFullyAudited: boolean;
  /** When the person last proved who they are; null for a caller who did not sign in. */
  readonly authenticatedAt: Date | null;
  /** The session that the caller signed in with; null for other callers. */
  readonly sessionId: string | null;
  /** The rate budgets that calls and calls of agents are taken from; null: unlimited. */
  readonly budgets: {
    readonly of: Exclude<keyof RateBudgets, "agent">;
    readonly user: string;
    readonly agent: string;
  } | null;
}

export function includesProject({ only, except }: VisibleProjects, projectId: string): boolean {
  return (only === null || only.has(projectId)) && !except.has(projectId);
}
