// URNs of RFC 7643 §8 and RFC 7644 §8.2.

export const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
export const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";

const messages = "urn:ietf:params:scim:api:messages:2.0";
export const listMessage = `${messages}:ListResponse`;
export const errorMessage = `${messages}:Error`;

/** Removes the URN of a core schema in front of an attribute (RFC 7644 §3.10). */
export function dropSchema(attribute: string, schema: string): string {
  const prefix = `${schema}:`;
  return attribute.toLowerCase().startsWith(prefix.toLowerCase())
    ? attribute.slice(prefix.length)
    : attribute;
}
