/** Whether a value is sent or received, which `readOnly` and `writeOnly` depend on. */
export type Direction = "request" | "response" | null;

/** The place of a value, by which a known value is found. */
export interface Place {
  /** The member with the value; for an item the member with the list; empty for the root. */
  readonly name: string;
  /** The member around it, or the requested noun. */
  readonly owner: string;
}

/** Returns known values, such as ids; undefined if there is none. */
export type FindKnown = (place: Place, schema: unknown) => unknown;

export interface Wish {
  readonly direction?: Direction;
  /**
   * The optional members that a value has: none, each by chance, or as many as there is room for.
   * By default all.
   */
  readonly members?: "required" | "some" | "all";
  /**
   * The same seed makes the same value; other seeds explore. Without one, a value is plain and
   * short.
   */
  readonly seed?: number;
  /** Examples and defaults of the document are preferred if they are valid. */
  readonly isGivenFirst?: boolean;
  /** The noun of the value, such as `book`: the owner of its members. */
  readonly noun?: string;
  /**
   * Ids that values must agree with, by noun: with `book`, the value of `bookId` and of the `id` of
   * a book.
   */
  readonly ids?: Readonly<Record<string, unknown>>;
  /** Values by another rule than that of `ids`. */
  readonly findKnown?: FindKnown;
}

/** A valid value, or why there is none. */
export type Sample =
  | { readonly value: unknown; readonly refusal: null }
  /** `value` is the closest that was made; undefined without one. */
  | { readonly value: unknown; readonly refusal: string };
