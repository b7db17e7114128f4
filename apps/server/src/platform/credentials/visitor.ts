import { Problem } from "../problem.ts";
import { groupAddress } from "../rate/group-address.ts";
import { noProjects, type Principal } from "./principal.ts";

/** Someone without a credential, for example on the page for sign-in. @param address of the source */
export function createVisitor(address: string): Principal {
  const source = `visitor:${groupAddress(address)}`;
  const visitor: Principal = {
    check: () => new Problem("API_KEY_MISSING"),
    visibleProjects: () => noProjects,
    permissions: () => [],
    user: null,
    credentialId: null,
    key: null,
    organizationId: null,
    organization: null,
    forOrganization: () => visitor,
    role: null,
    roleIn: () => null,
    mayMint: false,
    initialToolsets: new Set(),
    actor: { type: "system", id: null, name: "visitor", keyId: null },
    isDelegated: false,
    isFullyAudited: false,
    authenticatedAt: null,
    sessionId: null,
    budgets: { of: "visitor", user: source, agent: source },
  };
  return visitor;
}
