import { permissionNames } from "@lintel/contract/words/permissions";
import type { Principal, VisibleProjects } from "./principal.ts";

const allProjects: VisibleProjects = { only: null, except: new Set() };

/** The operator of the installation, who calls through its private socket and has no credential. */
export function createOperator(name: string, organizationId: string | null = null): Principal {
  return {
    check: () => null,
    visibleProjects: () => allProjects,
    permissions: () => permissionNames,
    user: null,
    credentialId: null,
    key: null,
    organizationId,
    organization: null,
    forOrganization: (id) => createOperator(name, id),
    role: null,
    roleIn: () => null,
    mayMint: false,
    initialToolsets: new Set(),
    actor: { type: "operator", id: null, name, keyId: null },
    isDelegated: false,
    isFullyAudited: true,
    authenticatedAt: null,
    sessionId: null,
    budgets: null,
  };
}
