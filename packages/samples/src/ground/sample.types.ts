/** Whether a value is sent or comes back: `readOnly` and `writeOnly` count then. */
export type Direction = "request" | "response" | null;

/** Where a value is: what a known value may be found by. */
export interface Place {
  /** The member that has the value; of an item the member that has the list; empty at the top. */
  readonly name: string;
  /** The member around it, or the asked noun. */
  readonly owner: string;
}

/** Values that are already known, such as ids; undefined where none is. */
export type FindKnown = (place: Place, schema: unknown) => unknown;

export interface Wish {
  readonly direction?: Direction;
  /** Which optional members a value has: none, each by chance, or as many as there is room for. Unless said, all. */
  readonly members?: "required" | "some" | "all";
  /** The same seed makes the same value, others explore. Without one, a value is plain and short. */
  readonly seed?: number;
  /** Examples and defaults of the document come first where they are valid. */
  readonly isGivenFirst?: boolean;
  /** What the value is, such as `book`: the owner of the members at its top. */
  readonly noun?: string;
  /** Ids that values agree with, by noun: with `book`, the value of `bookId` and of the `id` of a book. */
  readonly ids?: Readonly<Record<string, unknown>>;
  /** Values by another rule than that of `ids`. */
  readonly findKnown?: FindKnown;
}

/** A value that is valid, or why there is none. */
export type Sample =
  | { readonly value: unknown; readonly refusal: null }
  /** `value` is the nearest that was made; undefined where nothing was. */
  | { readonly value: unknown; readonly refusal: string };
