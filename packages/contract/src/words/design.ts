// The lists of what OpenAPI documents are made of. Engines read them too, so nothing is imported here.

export const openApiVersions = ["3.0", "3.1", "3.2"] as const;
export type OpenApiVersion = (typeof openApiVersions)[number];

export const exportFormats = ["json", "yaml", "original"] as const;

/** How bad something noticed in a document is, the worst first. */
export const findingSeverities = ["error", "warn", "info"] as const;
export type FindingSeverity = (typeof findingSeverities)[number];

/** What a lint rule can be set to. */
export const lintSeverities = ["off", "warn", "error"] as const;
export type LintSeverity = (typeof lintSeverities)[number];

/** What a merge or an import does to a part of a design. */
export const designChanges = ["added", "modified", "removed"] as const;

export const endpointMethods = [
  "get",
  "post",
  "put",
  "patch",
  "delete",
  "head",
  "options",
  "query",
] as const;
export type EndpointMethod = (typeof endpointMethods)[number];

/** The methods whose requests have a body (RFC 9110, and QUERY). */
export const methodsWithBody: ReadonlySet<string> = new Set(["post", "put", "patch", "query"]);

/** The types of values that parameters and headers can have. */
export const schemaTypes = ["string", "integer", "number", "boolean", "array", "object"] as const;
export type SchemaType = (typeof schemaTypes)[number];

export const parameterLocations = ["path", "query", "header", "cookie", "querystring"] as const;
export type ParameterLocation = (typeof parameterLocations)[number];

export const componentKinds = [
  "schemas",
  "responses",
  "parameters",
  "examples",
  "requestBodies",
  "headers",
  "securitySchemes",
  "links",
  "callbacks",
  "pathItems",
  "mediaTypes",
] as const;
export type ComponentKind = (typeof componentKinds)[number];

/** The parts of a design that can hold references. */
export const ownerKinds = [
  "document",
  "pathItem",
  "endpoint",
  "parameter",
  "requestBody",
  "response",
  "responseHeader",
  "mediaType",
  "component",
] as const;
export type OwnerKind = (typeof ownerKinds)[number];

/** What a reviewer says about the changes between two versions. */
export const reviewDecisions = ["approved", "changesRequested"] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];
