export type SampleBody =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "parts"; readonly parts: readonly SamplePart[] }
  /** The name of a file of the caller. */
  | { readonly kind: "file"; readonly file: string };

export interface SamplePart {
  readonly name: string;
  readonly value: string;
  readonly isFile: boolean;
}

/**
 * The request of a sample. Names and values of headers are valid in HTTP: visible ASCII without
 * line ends.
 */
export interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: SampleBody | null;
}

/** A language of samples. A sample contains every part of a request as a literal. */
export interface SampleLanguage {
  readonly id: string;
  readonly title: string;
  /** The name of the language for its colors. */
  readonly language: string;
  readonly write: (request: SampleRequest) => string;
}
