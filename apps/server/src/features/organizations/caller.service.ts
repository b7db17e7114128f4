import type { Caller } from "@lintel/contract/shapes/account";
import { allowedPermissions } from "../../platform/credentials/authorize.ts";
import type { CallContext } from "../../platform/kernel/implementation.ts";
import { notFound } from "../../platform/problem.ts";

export function describeCaller({ principal, region }: CallContext): Caller {
  if (principal.kind === "operator") throw notFound("The key of the operator");
  const { organization, user, role, key, grants } = principal;
  return {
    organization,
    user: { ...user, role },
    key: {
      id: key.id,
      name: key.name,
      expiresAt: key.expiresAt,
      access: grants === null ? "full" : "scoped",
    },
    permissions: allowedPermissions(principal),
    region,
  };
}
