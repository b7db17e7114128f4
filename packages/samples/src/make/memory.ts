import type { JsonObject } from "@lintel/json/value";
import { createRecent, type Recent } from "../ground/keep-recent.ts";
import type { OpenedSchema } from "../schema/parts.ts";

/** A member that a schema names. */
export interface Member {
  readonly name: string;
  readonly schema: unknown;
  readonly read: OpenedSchema;
  /** Whether it has members or items: such members are made last, so that they take no room of plain ones. */
  readonly isDeep: boolean;
  /** The plain value of a member without members, once it was made: it is the same in every sample. */
  value?: string | number | boolean;
}

export interface Members {
  readonly inOrder: readonly Member[];
  /** In the order in which their values are made. */
  readonly deepLast: readonly Member[];
}

/** What the samples of one document share. */
export interface Memory {
  readonly members: Recent<JsonObject, Members>;
  /** Levels that the smallest value of a schema has; Infinity where every value needs another without end. */
  readonly heights: Map<unknown, number>;
}

/** Schemas whose members are remembered: neighbours of a schema are in the samples of many pages. */
const maxOpen = 16;

export const createMemory = (): Memory => ({ members: createRecent(maxOpen), heights: new Map() });
