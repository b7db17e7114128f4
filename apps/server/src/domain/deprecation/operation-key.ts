import { sql, type RawBuilder } from "kysely";

/**
 * What a plan follows through the versions of a specification: the method, and the path without the
 * names of its variables, as `get /pets/{}`.
 */
export const operationKey = (method: string, path: string): string =>
  `${method} ${path.replaceAll(/\{[^{}]*\}/g, "{}")}`;

/** The same of the rows of an endpoint and its path. */
export const operationKeyOf = (endpoint: string, pathItem: string): RawBuilder<string> =>
  sql<string>`(${sql.ref(`${endpoint}.method`)} || ' ' ||
    regexp_replace(${sql.ref(`${pathItem}.path`)}, '\\{[^{}]*\\}', '{}', 'g'))`;
