/** ECMAScript's `JSON.rawJSON`, which the compiler's library does not declare yet. */
const { rawJSON } = JSON as typeof JSON & { readonly rawJSON: (text: string) => object };

/**
 * A number of a document whose text JavaScript would not preserve: `9223372036854775807`, `1.0`,
 * `1e400`, `-0`. It keeps its text, and `JSON.stringify` writes it. All other numbers are plain. It
 * is a class so that `isExact` can distinguish it from an object of a document.
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

/** Whether JavaScript writes a number of JSON with another text after reading it. */
export const isWrittenOtherwise = (text: string): boolean => String(Number(text)) !== text;

/** A number of JSON as a value that keeps its text. */
export const readNumber = (text: string): Numeric =>
  isWrittenOtherwise(text) ? new ExactNumber(text) : Number(text);
