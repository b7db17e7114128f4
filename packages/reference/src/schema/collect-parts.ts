import { openPlain, openWhole, type OpenedSchema } from "@lintel/samples/schema/parts";
import type { ReferencePlan, SchemaEntry } from "../plan/reference.types.ts";
import { findSchemaPage } from "./schema-context.ts";

/** A schema after its references and `allOf` are opened, with the pages of its named parts. */
export interface SchemaParts extends OpenedSchema {
  /** The page of the schema, if it has one or refers to a schema with one. */
  readonly page: SchemaEntry | null;
  /** Pages of the named schemas that `allOf` combines. */
  readonly bases: readonly SchemaEntry[];
}

/** Opens a schema; circles of references and `allOf` are followed once. */
export function collectParts(plan: ReferencePlan, schema: unknown): SchemaParts {
  const plain = openPlain(plan.view, schema);
  if (plain !== null) {
    const { parts, lost, isNever } = plain;
    const page = findSchemaPage(plan, schema) ?? findSchemaPage(plan, parts[0]);
    return { parts, lost, isNever, page, bases: [] };
  }
  let page: SchemaEntry | null = null;
  const bases: SchemaEntry[] = [];
  const { parts, lost, isNever } = openWhole(plan.view, schema, (visited, isOuter) => {
    const own = findSchemaPage(plan, visited);
    if (isOuter) page ??= own;
    else if (own !== null && own !== page && !bases.includes(own)) bases.push(own);
  });
  return { parts, lost, isNever, page, bases };
}
