import type { Principal } from "../../platform/credentials/principal.ts";
import { notFound } from "../../platform/problem.ts";

/** The person who calls. @throws Problem NOT_FOUND for the operator */
export function callerOf({ user }: Principal): NonNullable<Principal["user"]> {
  if (user === null) throw notFound("The person of the call");
  return user;
}
