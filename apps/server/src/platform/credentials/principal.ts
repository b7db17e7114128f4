import type { Plan } from "@lintel/contract/plans";
import type { Grant } from "@lintel/contract/shapes/account";
import type { ProjectRole, Role } from "@lintel/contract/permissions";

/** Someone who calls with an API key, and what the key's owner may do at this moment. */
export interface KeyPrincipal {
  readonly kind: "key";
  readonly organization: {
    readonly id: string;
    readonly name: string;
    readonly slug: string;
    readonly plan: Plan;
  };
  readonly user: { readonly id: string; readonly email: string; readonly name: string };
  readonly role: Role;
  /** Projects in which the role differs from the organization's. */
  readonly projectRoles: ReadonlyMap<string, ProjectRole>;
  readonly key: {
    readonly id: string;
    readonly name: string;
    readonly expiresAt: string | null;
    /** A short-lived token that another key minted for an agent. */
    readonly isStaging: boolean;
  };
  /** null: full access, whatever the role allows. */
  readonly grants: readonly Grant[] | null;
}

/** Whoever runs the installation, through its private socket. */
export interface OperatorPrincipal {
  readonly kind: "operator";
  readonly name: string;
  /** The organization that the command names. */
  readonly organizationId: string | null;
}

export type Principal = KeyPrincipal | OperatorPrincipal;

/** The caller's role in a project. */
export function roleIn(principal: KeyPrincipal, projectId: string): ProjectRole {
  return principal.projectRoles.get(projectId) ?? principal.role;
}
