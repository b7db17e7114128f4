import type { Parameter } from "@lintel/contract/shapes/parameter";
import { encodeRowVersion } from "../../../platform/database/row-version.ts";
import { readRef, refOfSchema, type FindId } from "../../../domain/design/component-refs.ts";
import { readExample, readSchema, readSerialized } from "../../../domain/design/schema-fields.ts";
import type { StoredParameter } from "./endpoint-parts.store.ts";

export function toParameter(row: StoredParameter, findId: FindId): Parameter {
  const rest = row.contentType === null ? row.rest : (row.remnants?.["content"]?.rest ?? null);
  return {
    id: row.id,
    endpointId: row.endpointId,
    pathItemId: row.pathItemId,
    ref: row.ref,
    name: row.name,
    location: row.location,
    ...readSchema(row.schema),
    schemaId: findId(readRef(refOfSchema(row.schema), "schemas")),
    schema: row.schema,
    required: row.required,
    description: row.description,
    example: readExample(row.example, rest),
    serializedExample: readSerialized(rest),
    style: row.style,
    explode: row.explode,
    contentType: row.contentType,
    isDeprecated: row.isDeprecated,
    position: row.position,
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}
