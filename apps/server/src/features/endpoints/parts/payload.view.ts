import type { MediaType } from "@lintel/contract/shapes/media-type";
import type { RequestBody } from "@lintel/contract/shapes/request-body";
import type { Response, ResponseHeader } from "@lintel/contract/shapes/response";
import { encodeRowVersion } from "../../../platform/database/row-version.ts";
import { readRef, refOfSchema, type FindId } from "../../../domain/design/component-refs.ts";
import { readExample, readSchema, readSerialized } from "../../../domain/design/schema-fields.ts";
import type {
  StoredMediaType,
  StoredRequestBody,
  StoredResponse,
  StoredResponseHeader,
} from "./endpoint-parts.store.ts";

export function toMediaType(row: StoredMediaType, findId: FindId): MediaType {
  return {
    contentType: row.contentType,
    schema: row.schema,
    schemaId: findId(readRef(refOfSchema(row.schema), "schemas")),
    itemSchema: row.itemSchema,
    example: readExample(row.example, row.rest),
    serializedExample: readSerialized(row.rest),
    mediaTypeComponentId: findId(readRef(row.ref, "mediaTypes")),
  };
}

export function toRequestBody(
  row: StoredRequestBody,
  mediaTypes: readonly StoredMediaType[],
  findId: FindId,
): RequestBody {
  return {
    id: row.id,
    endpointId: row.endpointId,
    ref: row.ref,
    requestBodyComponentId: findId(readRef(row.ref, "requestBodies")),
    required: row.required,
    description: row.description,
    content: mediaTypes.map((each) => toMediaType(each, findId)),
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}

export function toResponseHeader(row: StoredResponseHeader, findId: FindId): ResponseHeader {
  const { schemaType, schemaFormat } = readSchema(row.schema);
  return {
    id: row.id,
    responseId: row.responseId,
    ref: row.ref,
    headerComponentId: findId(readRef(row.ref, "headers")),
    name: row.name,
    schemaType,
    schemaFormat,
    schema: row.schema,
    required: row.required,
    description: row.description,
    example: readExample(row.example, row.rest),
    serializedExample: readSerialized(row.rest),
    isDeprecated: row.isDeprecated,
    position: row.position,
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}

export function toResponse(
  row: StoredResponse,
  mediaTypes: readonly StoredMediaType[],
  headers: readonly StoredResponseHeader[],
  findId: FindId,
): Response {
  return {
    id: row.id,
    endpointId: row.endpointId,
    statusCode: row.statusCode,
    ref: row.ref,
    responseComponentId: findId(readRef(row.ref, "responses")),
    description: row.description,
    content: mediaTypes.map((each) => toMediaType(each, findId)),
    headers: headers.map((each) => toResponseHeader(each, findId)),
    position: row.position,
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}
