/** What the members of a document are called, by the kind of object; `kind` is that of a member's value. */
export interface MemberKind {
  readonly name: string;
  /** null: a plain value. */
  readonly kind: string | null;
}

// `name` is a plain value, `name:kind` an object or a list of objects, and `name:*kind` a map of them.
const members: Readonly<Record<string, string>> = {
  document:
    "openapi info:info jsonSchemaDialect servers:server paths:*pathItem webhooks:*pathItem components:components security tags:tag externalDocs:externalDocs $self",
  info: "title summary description termsOfService contact:contact license:license version",
  contact: "name url email",
  license: "name identifier url",
  server: "url description name variables:*serverVariable",
  serverVariable: "enum default description",
  externalDocs: "description url",
  tag: "name summary description externalDocs:externalDocs parent kind",
  components:
    "schemas:*schema responses:*response parameters:*parameter examples:*example requestBodies:*requestBody headers:*header securitySchemes:*securityScheme links:*link callbacks:*callback pathItems:*pathItem mediaTypes:*mediaType",
  pathItem:
    "$ref summary description get:operation put:operation post:operation delete:operation options:operation head:operation patch:operation trace:operation query:operation additionalOperations:*operation servers:server parameters:parameter",
  operation:
    "tags summary description externalDocs:externalDocs operationId parameters:parameter requestBody:requestBody responses:*response callbacks:*callback deprecated security servers:server",
  parameter:
    "$ref name in description required deprecated allowEmptyValue style explode allowReserved schema:schema example examples:*example content:*mediaType",
  header:
    "$ref description required deprecated style explode schema:schema example examples:*example content:*mediaType",
  requestBody: "$ref description content:*mediaType required",
  response: "$ref summary description headers:*header content:*mediaType links:*link",
  mediaType:
    "schema:schema itemSchema:schema example examples:*example encoding:*encoding prefixEncoding:encoding itemEncoding:encoding",
  encoding: "contentType headers:*header style explode allowReserved encoding:*encoding",
  example: "$ref summary description dataValue serializedValue value externalValue",
  link: "$ref operationRef operationId parameters requestBody description server:server",
  callback: "$ref",
  schema:
    "$ref type title description format enum const default examples example nullable readOnly writeOnly deprecated properties:*schema required additionalProperties:schema patternProperties:*schema propertyNames:schema minProperties maxProperties unevaluatedProperties:schema dependentRequired dependentSchemas:*schema items:schema prefixItems:schema contains:schema minContains maxContains minItems maxItems uniqueItems unevaluatedItems:schema minLength maxLength pattern contentEncoding contentMediaType contentSchema:schema minimum maximum exclusiveMinimum exclusiveMaximum multipleOf allOf:schema anyOf:schema oneOf:schema not:schema if:schema then:schema else:schema discriminator:discriminator xml:xml externalDocs:externalDocs $defs:*schema $id $anchor $dynamicRef $dynamicAnchor $comment",
  discriminator: "propertyName mapping defaultMapping",
  xml: "name namespace prefix attribute wrapped nodeType",
  securityScheme:
    "$ref type description name in scheme bearerFormat flows:flows openIdConnectUrl oauth2MetadataUrl deprecated",
  flows:
    "implicit:flow password:flow clientCredentials:flow authorizationCode:flow deviceAuthorization:flow",
  flow: "authorizationUrl deviceAuthorizationUrl tokenUrl refreshUrl scopes",
};

const byKind = new Map(
  Object.entries(members).map(([kind, text]) => [kind, text.split(" ").map(readMember)]),
);

function readMember(text: string): MemberKind {
  const [name = "", kind = null] = text.split(":");
  return { name, kind };
}

export const membersOf = (kind: string): readonly MemberKind[] => byKind.get(kind) ?? [];

/**
 * The kind of the object at a path; null where the specification of OpenAPI says nothing about it.
 *
 * @param path - names of members; items of lists have none
 */
export function kindAt(path: readonly string[]): string | null {
  let kind: string | null = "document";
  for (const name of path) {
    if (kind === null) return null;
    // The names of a map are those that the author chose.
    if (kind.startsWith("*")) kind = kind.slice(1);
    else if (kind === "callback") kind = "pathItem";
    else kind = membersOf(kind).find((member) => member.name === name)?.kind ?? null;
  }
  return kind;
}

const schemaTypes = ["string", "integer", "number", "boolean", "array", "object", "null"];
const formats =
  "date-time date time duration email hostname ipv4 ipv6 uri uri-reference uuid regex int32 int64 float double byte binary password";
const flags = ["true", "false"];

const values: Readonly<Record<string, readonly string[]>> = {
  "schema type": schemaTypes,
  "schema format": formats.split(" "),
  "parameter in": ["query", "path", "header", "cookie", "querystring"],
  "securityScheme type": ["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"],
  "securityScheme in": ["query", "header", "cookie"],
  "securityScheme scheme": ["basic", "bearer", "digest"],
  "document openapi": ["3.0.4", "3.1.1", "3.2.0"],
};

const flagNames = new Set(
  "required deprecated nullable readOnly writeOnly explode allowReserved allowEmptyValue uniqueItems attribute wrapped".split(
    " ",
  ),
);

/** What a member can have as its value; empty where anything can. */
export function valuesOf(kind: string, name: string): readonly string[] {
  // The required members of a schema are a list.
  const isFlag = flagNames.has(name) && !(kind === "schema" && name === "required");
  return values[`${kind} ${name}`] ?? (isFlag ? flags : []);
}

const folders: Readonly<Record<string, string>> = {
  schema: "schemas",
  response: "responses",
  parameter: "parameters",
  example: "examples",
  requestBody: "requestBodies",
  header: "headers",
  securityScheme: "securitySchemes",
  link: "links",
  callback: "callbacks",
  pathItem: "pathItems",
  mediaType: "mediaTypes",
};

/** The kind of components that a reference at an object can lead to; null where there is none. */
export const componentsFor = (kind: string): string | null => folders[kind] ?? null;
