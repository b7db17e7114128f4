import type { Span } from "@opentelemetry/api";
import type { AnyOperation } from "@lintel/contract/operation";
import type { ToolsetSlug } from "@lintel/contract/toolsets";
import type { Principal } from "../credentials/principal.ts";
import type { Standing } from "../credentials/resolve-key.ts";
import type { RateAnswer } from "../rate/rate-window.ts";
import type { FollowedCall } from "../telemetry/region-telemetry.ts";

/** What a caller shows of who it is. */
export type Evidence =
  | { readonly kind: "key"; readonly secret: string | undefined }
  | { readonly kind: "operator"; readonly name: string; readonly organizationId: string | null };

/** What an agent's connection is limited to; null: not limited. */
export interface AgentConnection {
  readonly projectId: string | null;
  readonly isReadOnly: boolean;
  readonly toolsets: ReadonlySet<ToolsetSlug> | null;
}

/** Whoever calls, before it is known what; the transport reads `rate` from it whatever happens. */
export interface Caller {
  readonly requestId: string;
  readonly evidence: Evidence;
  /** Agents have a budget of their own, beside that of all other calls. */
  readonly isAgent?: boolean;
  /** What the address of an agent's connection fixes; undefined for other callers. */
  readonly connection?: AgentConnection;
  principal?: Principal;
  /** Of a caller with a key: what the principal is taken from. */
  standing?: Standing;
  /** Pending where the principal came from memory: nothing is answered before it says true. */
  proof?: Promise<boolean> | undefined;
  rate?: RateAnswer;
}

/** One call on its way through the kernel. */
export interface Call extends Caller {
  readonly operation: AnyOperation;
  /** What the call is a part of, where calls are traced. */
  readonly parent?: Span | null;
  /** The project of the caller's context: a call that finds itself another is refused. */
  contextProjectId?: string;
  /** The project in sight, once that is known: where the path names it, before the body is read. */
  projectId?: string;
  /** The caller was admitted before it said what it calls. */
  readonly isCallerAdmitted?: boolean;
  /** Entity tags of what the caller has; what is one of them is not sent again. */
  readonly ifNoneMatch?: string | undefined;
  /** Measures the call from its admission on. */
  followed?: FollowedCall;
  isPerformed?: boolean;
}

/**
 * What came of a call: its output, or the promise of it once the call is accepted; or that the
 * caller has it.
 */
export type Outcome =
  | { readonly kind: "output"; readonly output: unknown }
  | { readonly kind: "held"; readonly output: Promise<unknown> }
  | { readonly kind: "unchanged"; readonly output: null; readonly tag: string };

/** The organization that the caller acts in; null for an operator who named none. */
export function organizationOf(principal: Principal): string | null {
  return principal.kind === "operator" ? principal.organizationId : principal.organization.id;
}

/** Who calls; only asked of a call that was admitted. */
export function principalOf(call: Caller): Principal {
  if (call.principal === undefined) throw new Error("The call was not admitted.");
  return call.principal;
}
