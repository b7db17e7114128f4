import type { JsonObject } from "@lintel/json/value";
import { createRecent, type Recent } from "../ground/keep-recent.ts";
import type { OpenedSchema } from "../schema/parts.ts";

/** A member that a schema names. */
export interface Member {
  readonly name: string;
  readonly schema: unknown;
  readonly read: OpenedSchema;
  /** Whether it has members or items. Such members are made last, so that plain ones have room. */
  readonly isDeep: boolean;
  /** The plain value of a member without members of its own, which is the same in every sample. */
  value?: string | number | boolean;
}

export interface Members {
  readonly inOrder: readonly Member[];
  /** In the order in which their values are made. */
  readonly deepLast: readonly Member[];
}

/** The shared state of all samples of one document. */
export interface Memory {
  readonly members: Recent<JsonObject, Members>;
  /** The depth of the smallest value of a schema; Infinity if every value is endless. */
  readonly heights: Map<unknown, number>;
}

/**
 * Maximum number of schemas whose members are remembered: many pages have samples of the same
 * schemas.
 */
const maxOpen = 16;

export const createMemory = (): Memory => ({ members: createRecent(maxOpen), heights: new Map() });
