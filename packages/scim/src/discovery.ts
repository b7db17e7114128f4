import { groupSchema, listMessage, userSchema } from "./schemas.ts";

const schemaOf = "urn:ietf:params:scim:schemas:core:2.0";

/** The largest page of a list. */
export const maxResults = 200;

/** What the service supports (RFC 7643 §5). */
export function describeService(base: string) {
  return {
    schemas: [`${schemaOf}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "SCIM token",
        description: "A token of the organization, sent as Authorization: Bearer.",
        specUri: "https://www.rfc-editor.org/rfc/rfc6750",
        primary: true,
      },
    ],
    meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
  };
}

/** The kinds of resources (RFC 7643 §6). */
export function describeResourceTypes(base: string) {
  return [
    { name: "User", description: "Members of the organization", schema: userSchema },
    { name: "Group", description: "Groups of members", schema: groupSchema },
  ].map((type) => ({
    schemas: [`${schemaOf}:ResourceType`],
    id: type.name,
    ...type,
    endpoint: `/${type.name}s`,
    meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/${type.name}` },
  }));
}

interface Attribute {
  readonly name: string;
  readonly type: "string" | "boolean" | "complex" | "reference";
  readonly isRequired?: boolean;
  readonly isExact?: boolean;
  readonly isUnique?: boolean;
  readonly isList?: boolean;
  readonly isReadOnly?: boolean;
  readonly of?: readonly Attribute[];
}

const text = (name: string): Attribute => ({ name, type: "string" });

const userAttributes: readonly Attribute[] = [
  { name: "userName", type: "string", isRequired: true, isUnique: true },
  { name: "name", type: "complex", of: [text("givenName"), text("familyName")] },
  text("displayName"),
  {
    name: "emails",
    type: "complex",
    isList: true,
    of: [text("value"), text("type"), { name: "primary", type: "boolean" }, text("display")],
  },
  { name: "active", type: "boolean" },
  { name: "externalId", type: "string", isExact: true, isUnique: true },
];

const groupAttributes: readonly Attribute[] = [
  { name: "displayName", type: "string", isRequired: true, isUnique: true },
  { name: "externalId", type: "string", isExact: true, isUnique: true },
  {
    name: "members",
    type: "complex",
    isList: true,
    of: [
      { name: "value", type: "string", isExact: true },
      { name: "$ref", type: "reference", isExact: true, isReadOnly: true },
      { name: "display", type: "string", isReadOnly: true },
      { name: "type", type: "string", isReadOnly: true },
    ],
  },
];

/** The attributes of users and groups (RFC 7643 §7). */
export function describeSchemas(base: string) {
  return [
    { id: userSchema, name: "User", attributes: userAttributes },
    { id: groupSchema, name: "Group", attributes: groupAttributes },
  ].map(({ id, name, attributes }) => ({
    schemas: [`${schemaOf}:Schema`],
    id,
    name,
    description: `The attributes of a ${name.toLowerCase()}`,
    attributes: attributes.map(describeAttribute),
    meta: { resourceType: "Schema", location: `${base}/Schemas/${id}` },
  }));
}

function describeAttribute(attribute: Attribute): object {
  const { name, type, of } = attribute;
  return {
    name,
    type,
    multiValued: attribute.isList ?? false,
    description: name,
    required: attribute.isRequired ?? false,
    caseExact: attribute.isExact ?? false,
    mutability: attribute.isReadOnly === true ? "readOnly" : "readWrite",
    returned: "default",
    uniqueness: attribute.isUnique === true ? "server" : "none",
    ...(type === "reference" ? { referenceTypes: ["User"] } : {}),
    ...(of === undefined ? {} : { subAttributes: of.map(describeAttribute) }),
  };
}

/** A complete list on one page. */
export function listAll(resources: readonly object[]) {
  return {
    schemas: [listMessage],
    totalResults: resources.length,
    startIndex: 1,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
