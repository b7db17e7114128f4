import { isList, isObject, isText } from "@lintel/json/value";
import { quote } from "@lintel/json/shorten";
import { invalidValue } from "./scim-error.ts";

export const maxTextLength = 256;

/** The member of an object, whose name is compared without case (RFC 7643 §2.1). */
export function memberOf(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  const wanted = name.toLowerCase();
  const found = Object.keys(value).find((each) => each.toLowerCase() === wanted);
  return found === undefined ? undefined : value[found];
}

/** Whether a value says that an attribute has none (RFC 7643 §2.5). */
export const isUnassigned = (value: unknown): boolean =>
  value === undefined || value === null || (isList(value) && value.length === 0);

/** Providers send lists of one element for attributes with a single value. */
export function unwrap(value: unknown): unknown {
  return isList(value) && value.length === 1 ? value[0] : value;
}

/** A text; null where it is empty or unassigned. @throws ScimError VALIDATION_FAILED */
export function readText(value: unknown, name: string, maxLength = maxTextLength): string | null {
  const text = unwrap(value);
  if (isUnassigned(text) || text === "") return null;
  if (!isText(text)) throw invalidValue(`${name} must be a text without U+0000.`);
  if (text.length > maxLength)
    throw invalidValue(`${name} may have ${maxLength} characters, not ${text.length}.`);
  return text;
}

/** The same for a text that must be there. */
export function needText(value: unknown, name: string): string {
  const text = readText(value, name);
  if (text === null || text.trim() === "") throw invalidValue(`${name} is required.`);
  return text;
}

/** A boolean, which Entra ID sends as "True" and "False" by default. */
export function readBoolean(value: unknown, name: string): boolean {
  const given = unwrap(value);
  if (typeof given === "boolean") return given;
  if (typeof given === "string" && /^true$/i.test(given)) return true;
  if (typeof given === "string" && /^false$/i.test(given)) return false;
  const shown = typeof given === "string" ? `, not ${quote(given)}` : "";
  throw invalidValue(`${name} must be true or false${shown}.`);
}

/** An object. @throws ScimError VALIDATION_FAILED */
export function needObject(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw invalidValue(`${name} must be a JSON object.`);
  return value;
}
