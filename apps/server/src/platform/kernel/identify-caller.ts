import { checkTransport } from "../credentials/credential-kinds.ts";
import type { Principal } from "../credentials/principal.ts";
import { principalOf, type Caller } from "./call.ts";
import { notFound } from "../problem.ts";
import type { Platform } from "./platform.ts";

/** Finds the caller: in memory, with the revalidation begun, or else in the database. */
export async function identifyCaller(platform: Platform, call: Caller): Promise<void> {
  const { evidence } = call;
  if ("principal" in evidence) return setPrincipal(call, evidence.principal);
  checkTransport(evidence.secret, call);
  const hit = platform.principals.find(evidence.secret, call.organizationId ?? null);
  platform.telemetry.noteLookup(hit !== null);
  call.credential = hit?.credential ?? (await resolveCaller(platform, call, evidence.secret));
  call.isCurrent = hit?.isCurrent;
  setPrincipal(call, call.credential.principal);
}

/**
 * Waits for the revalidation of a caller from memory. False where the caller had changed: it was read
 * again, and what was decided for the one from memory is void.
 *
 * @throws Problem where the credential is no longer good.
 */
export async function revalidate(platform: Platform, call: Caller): Promise<boolean> {
  const { evidence, isCurrent } = call;
  if (isCurrent === undefined || "principal" in evidence) return true;
  const holds = await isCurrent;
  call.isCurrent = undefined;
  if (holds) return true;
  call.credential = await resolveCaller(platform, call, evidence.secret);
  setPrincipal(call, call.credential.principal);
  return false;
}

/** The caller as it is now, a while after the call was admitted. */
export async function identifyAgain(
  platform: Platform,
  { requestId, evidence, organizationId = null, isAgent = false }: Caller,
): Promise<Principal> {
  const caller: Caller = { requestId, evidence, organizationId, isAgent };
  await identifyCaller(platform, caller);
  await revalidate(platform, caller);
  return principalOf(caller);
}

/** Names the organization of a caller who is signed in and has named none: that of the project. */
export async function nameOrganization(
  platform: Platform,
  call: Caller,
  organizationId: string,
): Promise<void> {
  const { evidence } = call;
  if ("principal" in evidence) throw notFound("The project");
  call.organizationId = organizationId;
  call.isCurrent = undefined;
  call.credential = await resolveCaller(platform, call, evidence.secret);
  setPrincipal(call, call.credential.principal);
}

const resolveCaller = (
  platform: Platform,
  { organizationId = null }: Caller,
  secret: string | undefined,
) => platform.principals.resolve(secret, organizationId);

function setPrincipal(call: Caller, principal: Principal): void {
  call.credential?.checkTransport?.(call.isAgent === true);
  const named = call.organizationId ?? null;
  call.principal = named === null ? principal : principal.forOrganization(named);
}

/** Runs a step that may refuse. A refusal of a caller from memory counts only after revalidation. */
export async function withRevalidation<T>(
  platform: Platform,
  call: Caller,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (await revalidate(platform, call)) throw error;
    return step();
  }
}
