import type { AnyOperation } from "./operation.ts";
import type { Ids } from "./prompt.ts";

/** A record that an id may refer to. */
export interface CompletedId {
  readonly id: string;
  /** The user's texts that identify it to a person; they are searched, but never returned. */
  readonly texts: readonly (string | null)[];
}

/** Where the values of an id are found, for prompts and templates that have it as an argument. */
export interface IdCompletion {
  /** The name of the argument or template variable. */
  readonly name: string;
  /** Ids of the records that contain it, which must be known first. */
  readonly needs: readonly string[];
  /** Reads one page of a list. */
  readonly operation: AnyOperation;
  readonly fieldsOf: (known: Ids) => Readonly<Record<string, unknown>>;
  /** null for an item that cannot be chosen. */
  readonly entryOf: (item: never) => CompletedId | null;
}

/** Declares how an id is completed. */
export function completion<Item>(
  declaration: Omit<IdCompletion, "entryOf"> & {
    readonly entryOf: (item: Item) => CompletedId | null;
  },
): IdCompletion {
  return declaration;
}
