/** What a view needs of a query. */
export interface ShownQuery<Value> {
  readonly data: Value | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}
