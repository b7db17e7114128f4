import type { Caller } from "@lintel/contract/shapes/account";
import type { CallContext } from "../../platform/kernel/implementation.ts";
import { notFound, Problem } from "../../platform/problem.ts";

export function describeCaller({ principal, region }: CallContext): Caller {
  const { organization, user, role, key } = principal;
  if (organization === null && user !== null) throw new Problem("ORGANIZATION_REQUIRED");
  if (organization === null || user === null || role === null)
    throw notFound("The key of the operator");
  const permissions = [...principal.permissions()];
  return { organization, user: { ...user, role }, key, permissions, region };
}
