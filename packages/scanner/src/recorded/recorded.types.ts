/** A request that an API has answered with success, as a source of values that work. */
export interface RecordedRequest {
  readonly method: string;
  /** The path without the base path, percent-encoded. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** The parsed JSON body, or the fields of a form; undefined without one that can be read. */
  readonly body: unknown;
}
