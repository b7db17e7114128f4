import type { AnyOperation, InputOf, OutputOf } from "@lintel/contract/operation";
import type { Principal } from "../credentials/principal.ts";
import type { Database } from "../database/open-database.ts";
import type { Emit } from "../events/emission.ts";
import type { Subscription } from "../events/subscription.ts";
import type { AgentConnection } from "./call.ts";
import type { BackgroundWork } from "../jobs/job.types.ts";
import type { Schedule } from "../jobs/schedules.ts";
import type { SealedRows } from "../keys/sealed-rows.ts";

/** What a handler knows of a call. Inside a write, `db` is the transaction and nothing else is used. */
export interface CallContext {
  readonly principal: Principal;
  readonly db: Database;
  readonly now: Date;
  readonly requestId: string;
  readonly region: string;
  /** What an agent's connection is limited to; other callers are not limited. */
  readonly connection: AgentConnection;
  /** An agent calls, by the tool server. */
  readonly isAgent: boolean;
  /**
   * Finds the caller again, for an answer that takes long.
   *
   * @throws Problem where the credential is no longer good.
   */
  readonly revalidate: () => Promise<Principal>;
  /**
   * Records what the call changed. The last audited event also makes the audit entry. A repeat that
   * changes nothing emits no event.
   */
  readonly emit: Emit;
}

export interface OrganizationContext extends CallContext {
  readonly organizationId: string;
}

export interface ProjectContext extends OrganizationContext {
  readonly projectId: string;
}

export type ContextOf<Op extends AnyOperation> = Op["context"] extends "project"
  ? ProjectContext
  : Op["context"] extends "organization"
    ? OrganizationContext
    : CallContext;

/** Finds the project of a call whose fields do not name it; null where there is none. */
export type Locate = (
  db: Database,
  organizationId: string,
  path: Readonly<Record<string, string>>,
) => Promise<string | null>;

/** An operation with what it does. Types were checked by `implement`; the kernel reads it untyped. */
export interface Implementation {
  readonly operation: AnyOperation;
  readonly handle: (context: ProjectContext, input: never, prepared: never) => Promise<unknown>;
  /** Runs once before the transaction, for work that needs none or takes long. */
  readonly prepare?: (context: ProjectContext, input: never) => Promise<unknown>;
  /** Ends what the preparation holds, once the call is over. */
  readonly release?: (prepared: never) => void;
  /** The entity tag of what a read would answer, for less than the answer. */
  readonly probe?: (context: ProjectContext, input: never) => Promise<string>;
  /** Turns what the transaction accepted into the output, after it was committed. */
  readonly finish?: (accepted: never) => Promise<unknown>;
  /** Whether that can take long. The caller then learns at once that the call was accepted. */
  readonly isHeld?: (accepted: never) => boolean;
  readonly locate?: Locate;
}

/** A region's feature: operations, and the work that goes on in the background. */
export interface Feature {
  readonly implementations: readonly Implementation[];
  readonly jobs?: readonly BackgroundWork[];
  readonly subscriptions?: readonly Subscription[];
  readonly schedules?: readonly Schedule[];
  /** Its tables with sealed text in them. */
  readonly sealed?: readonly SealedRows[];
  /** Called when the process stops, after jobs have ended: answers waiting calls. */
  stop?(): void;
}

/** Binds an operation to its handler. */
export function implement<Op extends AnyOperation>(
  operation: Op,
  handle: (context: ContextOf<Op>, input: InputOf<Op>) => Promise<OutputOf<Op>>,
  locate?: Locate,
): Implementation {
  return erase({ operation, handle, ...(locate === undefined ? {} : { locate }) });
}

/** Binds an operation that accepts in one transaction and answers after it, possibly much later. */
export function implementHeld<Op extends AnyOperation, Accepted>(
  operation: Op,
  steps: {
    readonly accept: (context: ContextOf<Op>, input: InputOf<Op>) => Promise<Accepted>;
    /** Whether the answer may take long; else its headers wait for it, and it may be a refusal. */
    readonly isHeld: (accepted: Accepted) => boolean;
    readonly finish: (accepted: Accepted) => Promise<OutputOf<Op>>;
  },
): Implementation {
  const { accept, isHeld, finish } = steps;
  return erase({ operation, handle: accept, isHeld, finish });
}

/**
 * Binds an operation with work before its transaction, such as reading a file or calling a peer.
 * `release` frees the resources of the preparation after the call, whether it succeeds or fails.
 */
export function implementPrepared<Op extends AnyOperation, Prepared>(
  operation: Op,
  prepare: (context: ContextOf<Op>, input: InputOf<Op>) => Promise<Prepared>,
  handle: (context: ContextOf<Op>, input: InputOf<Op>, prepared: Prepared) => Promise<OutputOf<Op>>,
  release?: (prepared: Prepared) => void,
): Implementation {
  return erase({ operation, prepare, handle, ...(release === undefined ? {} : { release }) });
}

/** Binds a read whose entity tag is cheaper to find than its answer. */
export function implementProbed<Op extends AnyOperation>(
  operation: Op,
  probe: (context: ContextOf<Op>, input: InputOf<Op>) => Promise<string>,
  handle: (context: ContextOf<Op>, input: InputOf<Op>) => Promise<OutputOf<Op>>,
): Implementation {
  return erase({ operation, probe, handle });
}

// The one place where an operation's own types are given up.
function erase(typed: object): Implementation {
  return typed as Implementation;
}
