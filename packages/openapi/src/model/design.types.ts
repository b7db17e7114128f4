import type {
  ComponentKind,
  EndpointMethod,
  ParameterLocation,
} from "@lintel/contract/words/design";
import type { Json, JsonObject } from "@lintel/json/value";

/**
 * The members of an object that its columns and rows do not hold. `rest` has members without a
 * column, or with another shape, verbatim. `keys` has the names of all members in order, if it
 * differs from the standard order; it may name removed members. If a body, response, header or
 * media type has a `ref` and `keys`, members that `keys` does not name are kept but not written:
 * they preceded the reference, and reappear once it is removed.
 */
export interface Remnant {
  readonly rest: JsonObject | null;
  readonly keys: readonly string[] | null;
}

/** The remainders of the objects between a row and the rows below it, by member name. */
export interface Remnants {
  readonly remnants: Readonly<Record<string, Remnant>> | null;
}

/** The position among the rows of one owner, from 0. */
interface Placed {
  readonly id: string;
  readonly position: number;
}

export interface DocumentRow extends Remnant, Remnants {
  readonly openapi: string | null;
  readonly title: string | null;
  readonly version: string | null;
  readonly description: string | null;
}

export interface TagRow extends Placed, Remnant {
  readonly name: string | null;
  readonly description: string | null;
  readonly summary: string | null;
  readonly parent: string | null;
  readonly kind: string | null;
}

export interface PathItemRow extends Placed, Remnant {
  readonly path: string;
}

/** `position` counts through the whole document. */
export interface EndpointRow extends Placed, Remnant, Remnants {
  readonly pathItemId: string;
  readonly method: EndpointMethod;
  readonly summary: string | null;
  readonly description: string | null;
  readonly operationId: string | null;
  readonly tags: readonly string[];
  readonly isDeprecated: boolean;
}

/**
 * A scheme that one alternative of an endpoint requires. `schemeName` is null for the empty
 * alternative `{}`: no credential. An endpoint with `security` in `keys` and no assignment has
 * `security: []`.
 */
export interface SecurityAssignmentRow extends Placed {
  readonly endpointId: string;
  readonly alternative: number;
  readonly schemeName: string | null;
  readonly scopes: readonly string[];
}

/**
 * Owned by an endpoint or by a path item. `contentType` is set only for `querystring`, where
 * `schema` and `example` are those of its one media type.
 */
export interface ParameterRow extends Placed, Remnant, Remnants {
  readonly endpointId: string | null;
  readonly pathItemId: string | null;
  readonly ref: string | null;
  readonly name: string | null;
  readonly location: ParameterLocation | null;
  readonly description: string | null;
  readonly required: boolean;
  readonly isDeprecated: boolean;
  readonly style: string | null;
  readonly explode: boolean | null;
  readonly contentType: string | null;
  readonly schema: Json;
  readonly example: Json;
}

export interface RequestBodyRow extends Remnant {
  readonly id: string;
  readonly endpointId: string;
  readonly ref: string | null;
  readonly description: string | null;
  readonly required: boolean;
}

/** `statusCode` is a status such as `200`, a range such as `2XX`, or `default`. */
export interface ResponseRow extends Placed, Remnant {
  readonly endpointId: string;
  readonly statusCode: string;
  readonly ref: string | null;
  readonly description: string | null;
}

export interface ResponseHeaderRow extends Placed, Remnant {
  readonly responseId: string;
  readonly name: string;
  readonly ref: string | null;
  readonly description: string | null;
  readonly required: boolean;
  readonly isDeprecated: boolean;
  readonly schema: Json;
  readonly example: Json;
}

/** Owned by a request body or by a response. */
export interface MediaTypeRow extends Placed, Remnant {
  readonly requestBodyId: string | null;
  readonly responseId: string | null;
  readonly contentType: string;
  readonly ref: string | null;
  readonly schema: Json;
  readonly itemSchema: Json;
  readonly example: Json;
}

/** `content` is the component verbatim; `position` counts within the kind. */
export interface ComponentRow extends Placed {
  readonly kind: ComponentKind;
  readonly name: string;
  readonly content: Json;
}

/**
 * A document as rows, a list for each kind; null in a column means that the member is absent. Rows
 * may be in any order, because `position` has their order.
 */
export interface Design {
  readonly document: DocumentRow;
  readonly tags: readonly TagRow[];
  readonly pathItems: readonly PathItemRow[];
  readonly endpoints: readonly EndpointRow[];
  readonly securityAssignments: readonly SecurityAssignmentRow[];
  readonly parameters: readonly ParameterRow[];
  readonly requestBodies: readonly RequestBodyRow[];
  readonly responses: readonly ResponseRow[];
  readonly responseHeaders: readonly ResponseHeaderRow[];
  readonly mediaTypes: readonly MediaTypeRow[];
  readonly components: readonly ComponentRow[];
}

/** The members of a path item that are operations: OpenAPI 3.2 §4.9.1, which added `query`. */
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
