export type SampleBody =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "parts"; readonly parts: readonly SamplePart[] }
  /** A file that the caller has; its name. */
  | { readonly kind: "file"; readonly file: string };

export interface SamplePart {
  readonly name: string;
  readonly value: string;
  readonly isFile: boolean;
}

/** A request as samples show it. Names and values of headers fit the wire: visible ASCII without line ends. */
export interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: SampleBody | null;
}

/** A language in which samples are written. Whatever a request holds, the sample holds it as a literal. */
export interface SampleLanguage {
  readonly id: string;
  readonly title: string;
  /** The name of the language for what colours code. */
  readonly language: string;
  readonly write: (request: SampleRequest) => string;
}
