import { eraseVariables } from "@lintel/contract/words/path-template";
import { sql, type RawBuilder } from "kysely";

/**
 * What a plan follows through the versions of a specification: the method, and the path without the
 * names of its variables, as `get /pets/{}`.
 */
export const operationKey = (method: string, path: string): string =>
  `${method} ${eraseVariables(path)}`;

/** The same of the rows of an endpoint and its path. */
export const operationKeyOf = (endpoint: string, pathItem: string): RawBuilder<string> =>
  sql<string>`(${sql.ref(`${endpoint}.method`)} || ' ' || ${pathFormOf(pathItem)})`;

/** The path of a row without the names of its variables. */
export const pathFormOf = (pathItem: string): RawBuilder<string> =>
  sql<string>`regexp_replace(${sql.ref(`${pathItem}.path`)}, '\\{[^{}]*\\}', '{}', 'g')`;
