import { quote } from "@lintel/json/shorten";
import { isText } from "@lintel/json/value";
import { dropSchema, groupSchema, userSchema } from "./schemas.ts";
import { invalidFilter } from "./scim-error.ts";

export interface Filter<Attribute extends string> {
  readonly attribute: Attribute;
  readonly value: string;
}

export type UserFilter = Filter<"userName" | "email" | "externalId" | "displayName">;
export type GroupFilter = Filter<"displayName" | "externalId">;

const maxBytes = 1024;

/** Attributes of users in lower case; the paths of an e-mail address are equivalent. */
const userAttributes: Readonly<Record<string, UserFilter["attribute"]>> = {
  username: "userName",
  externalid: "externalId",
  displayname: "displayName",
  email: "email",
  emails: "email",
  "emails.value": "email",
  'emails[type eq "work"].value': "email",
};

const groupAttributes: Readonly<Record<string, GroupFilter["attribute"]>> = {
  displayname: "displayName",
  externalid: "externalId",
};

/**
 * Reads a filter of users: one attribute, `eq`, and a text in double quotes.
 *
 * @throws ScimError SCIM_FILTER_INVALID for everything else of RFC 7644 §3.4.2.2.
 */
export function parseUserFilter(text: string): UserFilter {
  return parse(text, userSchema, userAttributes);
}

/** Reads a filter of groups. @throws ScimError SCIM_FILTER_INVALID */
export function parseGroupFilter(text: string): GroupFilter {
  return parse(text, groupSchema, groupAttributes);
}

function parse<Attribute extends string>(
  text: string,
  schema: string,
  attributes: Readonly<Record<string, Attribute>>,
): Filter<Attribute> {
  if (Buffer.byteLength(text) > maxBytes)
    throw invalidFilter(`The filter may have ${maxBytes} bytes.`);
  const { left, value } = splitComparison(text);
  const name = dropSchema(left, schema)
    .toLowerCase()
    .replaceAll(/\s+(?=\])|(?<=\[)\s+/g, "")
    .replaceAll(/\s+/g, " ");
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (attribute !== undefined) return { attribute, value };
  const known = [...new Set(Object.values(attributes))].join(", ");
  throw invalidFilter(`Filter by ${known}; ${quote(left)} is not supported.`);
}

const comparison = /^\s*(\S(?:.*\S)?)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/is;
/** A left side without its value filter, so that the first `eq` after it is the operator. */
const leftSide = /^[\w:.$-]+(?:\[\s*\w+\s+eq\s+"work"\s*\](?:\.\w+)?)?$/i;

/** Splits `left eq "value"`. @throws ScimError SCIM_FILTER_INVALID */
export function splitComparison(text: string): { readonly left: string; readonly value: string } {
  const [, left = "", quoted = ""] = comparison.exec(text) ?? [];
  if (!leftSide.test(left))
    throw invalidFilter(`Send one comparison such as userName eq "a@example.com".`);
  return { left, value: parseQuoted(quoted) };
}

/** The text of a quoted value, in which `\"` is data. @throws ScimError SCIM_FILTER_INVALID */
export function parseQuoted(quoted: string): string {
  const value = parseJson(quoted);
  if (!isText(value)) throw invalidFilter(`${quote(quoted)} is not a valid JSON text.`);
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
