import type { AnyOperation } from "./operation.ts";
import type { Ids } from "./prompt.ts";

/** A thing that an id may name. */
export interface CompletedId {
  readonly id: string;
  /** Texts of users by which a person knows it; they are searched, and never answered. */
  readonly texts: readonly (string | null)[];
}

/** Where the values of an id are found, for prompts and templates that take one. */
export interface IdCompletion {
  /** The argument, or the variable of a template. */
  readonly name: string;
  /** Ids that must be known before: of what it is part of. */
  readonly needs: readonly string[];
  /** Answers a page of a list. */
  readonly operation: AnyOperation;
  readonly fieldsOf: (known: Ids) => Readonly<Record<string, unknown>>;
  /** null for an item that is nothing to choose. */
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
