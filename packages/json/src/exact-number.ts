/** ECMAScript's `JSON.rawJSON`, which the compiler's library does not have yet. */
const { rawJSON } = JSON as typeof JSON & { readonly rawJSON: (text: string) => object };

/**
 * A number of a document whose text would change if it were read as a JavaScript number and written again:
 * `9223372036854775807`, `1.0`, `1e400`, `-0`. Its text is kept, and `JSON.stringify` writes it. All other
 * numbers are plain ones. It is a class so that `isExact` can tell it from an object of a document.
 */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return rawJSON(this.text);
  }

  valueOf(): number {
    return Number(this.text);
  }
}

export const isExact = (value: unknown): value is ExactNumber => value instanceof ExactNumber;

/** A number of a document; operators compare both forms by their values. */
export type Numeric = number | ExactNumber;

export const isNumeric = (value: unknown): value is Numeric =>
  typeof value === "number" || isExact(value);

/** Whether a number, as JSON writes it, would be written otherwise once it is read. */
export const isWrittenOtherwise = (text: string): boolean => String(Number(text)) !== text;

/** A number of JSON as the value that keeps its text. */
export const readNumber = (text: string): Numeric =>
  isWrittenOtherwise(text) ? new ExactNumber(text) : Number(text);
