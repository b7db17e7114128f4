import type { AnyOperation } from "@lintel/contract/operation";
import type { Principal } from "../credentials/principal.ts";
import type { Standing } from "../credentials/resolve-key.ts";
import type { RateAnswer } from "../rate/rate-window.ts";

/** What a caller shows of who it is. */
export type Evidence =
  | { readonly kind: "key"; readonly secret: string | undefined }
  | { readonly kind: "operator"; readonly name: string; readonly organizationId: string | null };

/** One call on its way through the kernel; the transport reads `rate` from it whatever happens. */
export interface Call {
  readonly operation: AnyOperation;
  readonly requestId: string;
  readonly evidence: Evidence;
  principal?: Principal;
  /** Of a caller with a key: what the principal is taken from. */
  standing?: Standing;
  /** Pending where the principal came from memory: nothing is answered before it says true. */
  proof?: Promise<boolean> | undefined;
  rate?: RateAnswer;
}

/** What came of a call: its output, or the promise of it once the call is accepted. */
export type Outcome =
  | { readonly kind: "output"; readonly output: unknown }
  | { readonly kind: "held"; readonly output: Promise<unknown> };

/** The organization that the caller acts in; null for an operator who named none. */
export function organizationOf(principal: Principal): string | null {
  return principal.kind === "operator" ? principal.organizationId : principal.organization.id;
}

/** Who calls; only asked of a call that was admitted. */
export function principalOf(call: Call): Principal {
  if (call.principal === undefined) throw new Error("The call was not admitted.");
  return call.principal;
}
