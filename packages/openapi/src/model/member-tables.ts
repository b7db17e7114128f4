import { isList, isObject, isText, type Json } from "@lintel/json/value";
import { isAtLeast } from "../values/openapi-version.ts";
import {
  parameterLocations,
  type DocumentRow,
  type EndpointRow,
  type MediaTypeRow,
  type ParameterRow,
  type RequestBodyRow,
  type ResponseHeaderRow,
  type ResponseRow,
  type TagRow,
} from "./design.types.ts";
import { tableOf, type Fit } from "./member-table.ts";

const flag: Fit = (value) => typeof value === "boolean";
const schema: Fit = (value) => isObject(value) || typeof value === "boolean";
/** Any value but null, which a column has where the member is absent. */
const data: Fit = (value) => value !== null;
const location: Fit = (value, version) =>
  parameterLocations.some((known) => known === value) &&
  (value !== "querystring" || (version !== null && isAtLeast(version, "3.2")));

export const isTextList = (value: Json): value is readonly string[] =>
  isList(value) && value.every(isText);

export const documentTable = tableOf<DocumentRow>()([
  { name: "openapi", column: "openapi", isFit: isText },
]);

export const infoTable = tableOf<DocumentRow>()([
  { name: "title", column: "title", isFit: isText },
  { name: "version", column: "version", isFit: isText },
  { name: "description", column: "description", isFit: isText },
]);

export const tagTable = tableOf<TagRow>()([
  { name: "name", column: "name", isFit: isText },
  { name: "summary", column: "summary", isFit: isText, since: "3.2" },
  { name: "description", column: "description", isFit: isText },
  { name: "parent", column: "parent", isFit: isText, since: "3.2" },
  { name: "kind", column: "kind", isFit: isText, since: "3.2" },
]);

export const endpointTable = tableOf<EndpointRow>()([
  { name: "tags", column: "tags", isFit: isTextList, byDefault: [] },
  { name: "summary", column: "summary", isFit: isText },
  { name: "description", column: "description", isFit: isText },
  { name: "operationId", column: "operationId", isFit: isText },
  { name: "deprecated", column: "isDeprecated", isFit: flag, byDefault: false },
]);

export const parameterTable = tableOf<ParameterRow>()([
  { name: "$ref", column: "ref", isFit: isText },
  { name: "name", column: "name", isFit: isText },
  { name: "in", column: "location", isFit: location },
  { name: "description", column: "description", isFit: isText },
  { name: "required", column: "required", isFit: flag, byDefault: false },
  { name: "deprecated", column: "isDeprecated", isFit: flag, byDefault: false },
  { name: "style", column: "style", isFit: isText },
  { name: "explode", column: "explode", isFit: flag },
  { name: "schema", column: "schema", isFit: schema },
  { name: "example", column: "example", isFit: data },
]);

/** The one media type of a `querystring` parameter, whose columns stand in for the parameter's. */
export const parameterContentTable = tableOf<ParameterRow>()([
  { name: "schema", column: "schema", isFit: schema },
  { name: "example", column: "example", isFit: data },
]);

export const requestBodyTable = tableOf<RequestBodyRow>()([
  { name: "$ref", column: "ref", isFit: isText },
  { name: "description", column: "description", isFit: isText },
  { name: "required", column: "required", isFit: flag, byDefault: false },
]);

export const responseTable = tableOf<ResponseRow>()([
  { name: "$ref", column: "ref", isFit: isText },
  { name: "description", column: "description", isFit: isText },
]);

export const responseHeaderTable = tableOf<ResponseHeaderRow>()([
  { name: "$ref", column: "ref", isFit: isText },
  { name: "description", column: "description", isFit: isText },
  { name: "required", column: "required", isFit: flag, byDefault: false },
  { name: "deprecated", column: "isDeprecated", isFit: flag, byDefault: false },
  { name: "schema", column: "schema", isFit: schema },
  { name: "example", column: "example", isFit: data },
]);

export const mediaTypeTable = tableOf<MediaTypeRow>()([
  { name: "$ref", column: "ref", isFit: isText },
  { name: "schema", column: "schema", isFit: schema },
  { name: "itemSchema", column: "itemSchema", isFit: schema, since: "3.2" },
  { name: "example", column: "example", isFit: data },
]);
