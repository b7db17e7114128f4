/** The members of a path item that are operations: OpenAPI 3.2 §4.9.1; `query` is new in it. */
export const operationMethods: readonly string[] = [
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
  "query",
];
