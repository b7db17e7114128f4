import type { Span } from "@opentelemetry/api";
import type { AnyOperation } from "@lintel/contract/operation";
import type { ToolsetSlug } from "@lintel/contract/words/toolsets";
import type { Principal } from "../credentials/principal.ts";
import type { ResolvedCredential } from "../credentials/credential-kind.ts";
import type { RateAnswer } from "../rate/rate-window.ts";
import type { FollowedCall } from "../telemetry/region-telemetry.ts";

/** What identifies a caller: the secret that it sent, or the word of a transport that knows it. */
export type Evidence = { readonly secret: string | undefined } | { readonly principal: Principal };

/** What an agent's connection is limited to; null: not limited. */
export interface AgentConnection {
  readonly projectId: string | null;
  readonly isReadOnly: boolean;
  readonly toolsets: ReadonlySet<ToolsetSlug> | null;
}

/** A caller, before its operation is known. The transport reads `rate` from it whatever happens. */
export interface Caller {
  readonly requestId: string;
  readonly evidence: Evidence;
  /** The id or the slug of the organization that the call names, where the credential does not. */
  organizationId?: string | null;
  /** Agents have a budget of their own, in addition to that of all other calls. */
  readonly isAgent?: boolean;
  /** An identity provider calls, over SCIM. */
  readonly isProvider?: boolean;
  /** The source address, where calls of one address share a budget, whatever their credential. */
  readonly source?: string;
  /** What the address of an agent's connection fixes; undefined for other callers. */
  readonly connection?: AgentConnection;
  principal?: Principal;
  /** The credential that the secret was resolved to. */
  credential?: ResolvedCredential;
  /** Pending where the principal came from memory: the call is answered only once it is true. */
  isCurrent?: Promise<boolean> | undefined;
  rate?: RateAnswer;
}

/** One call on its way through the kernel. */
export interface Call extends Caller {
  readonly operation: AnyOperation;
  /** The span of the request, where calls are traced. */
  readonly parent?: Span | null;
  /** The project of the caller's context: a call in another project is refused. */
  contextProjectId?: string;
  /** The project, once the caller may see it: where the path names it, before the body is read. */
  projectId?: string;
  /** The caller was admitted before its operation was known. */
  readonly isCallerAdmitted?: boolean;
  /** Entity tags of the answers that the caller has; they are not sent again. */
  readonly ifNoneMatch?: string | undefined;
  /** Measures the call from its admission on. */
  followed?: FollowedCall;
  isPerformed?: boolean;
}

/**
 * The result of a call: its output; the promise of its output once the call is accepted; or that the caller
 * has the output.
 */
export type Outcome =
  | { readonly kind: "output"; readonly output: unknown }
  | { readonly kind: "held"; readonly output: Promise<unknown> }
  | { readonly kind: "unchanged"; readonly output: null; readonly tag: string };

/** The caller of a call that was admitted. */
export function principalOf(call: Caller): Principal {
  if (call.principal === undefined) throw new Error("The call was not admitted.");
  return call.principal;
}
