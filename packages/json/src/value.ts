import { isExact, type ExactNumber } from "./exact-number.ts";

/** A JSON value. Documents are never changed in place, because rows share parts of them. */
export type Json = null | boolean | number | string | ExactNumber | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json;
}

/** An object under construction; only `setMember` may change it. */
export type DraftObject = Record<string, Json>;

export const isList = (value: unknown): value is readonly Json[] => Array.isArray(value);

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isExact(value);

/** Whether a value holds others: an object or a list. */
export const isCompound = (value: unknown): value is readonly Json[] | JsonObject =>
  typeof value === "object" && value !== null && !isExact(value);

/**
 * The own member of an object, or undefined if the value is no object or has no such member.
 * Members of the prototype, such as `constructor`, do not count.
 */
export function memberOf(value: Json | undefined, name: string): Json | undefined;
export function memberOf(value: unknown, name: string): unknown;
export function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const listOf = (value: unknown): readonly Json[] => (isList(value) ? value : []);

export const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Sets an own member; assigning to `__proto__` would set the prototype instead. */
export function setMember(draft: DraftObject, name: string, value: Json): void {
  if (name === "__proto__") {
    Object.defineProperty(draft, name, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  } else {
    draft[name] = value;
  }
}

/** Whether PostgreSQL can store a value as text: a text without NUL and lone surrogates. */
export const isText = (value: unknown): value is string =>
  typeof value === "string" && value.isWellFormed() && !value.includes("\0");
