import Type from "typebox";
import type { TProperties, TSchema } from "typebox";

/** A public identifier: a UUID. Lintel creates version 7. */
export const Id = Type.String({ format: "uuid" });

/** RFC 3339 in UTC, ending in `Z`. */
export const Timestamp = Type.String({ format: "date-time" });

/** Base64 of an 8-byte big-endian counter: 12 characters. */
export const RowVersion = rowVersionOf(
  "The version of the record that was read; send it back with a change.",
);

/** The condition of a change that does not need a row version (RFC 9110 §13.1.1). */
export function ifMatchOf(record: string) {
  return Type.Optional(
    Type.String({
      maxLength: 1000,
      description: `The rowVersion of ${record} in quotes. The call is refused if it has changed since.`,
    }),
  );
}

/** The row version where it is not always required: the description says when. */
export function rowVersionOf(description: string) {
  return Type.String({
    minLength: 12,
    maxLength: 12,
    pattern: "^[A-Za-z0-9+/]{11}=$",
    description,
  });
}

/** A record or null. */
export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/**
 * A name that a person enters: not blank, one line, of whole characters, without U+FEFF. Only spaces may precede the
 * first other character, so that no text takes long to match.
 */
export const Name = Type.String({
  minLength: 1,
  maxLength: 120,
  pattern: "^[^\\S\\p{Cc}\\uFEFF]*[^\\s\\p{Cc}\\p{Cs}][^\\p{Cc}\\p{Cs}\\uFEFF]*$",
});

/** Any text of several lines; PostgreSQL stores no U+0000. */
export const Description = Type.String({ maxLength: 4000, pattern: "^[^\\u0000]*$" });

/** A short name for addresses: lower-case letters, digits and single dashes. */
export const Slug = Type.String({
  minLength: 1,
  maxLength: 80,
  pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$",
});

export const pagingInput = {
  skip: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2147483647,
      default: 0,
      description: "How many items to skip.",
    }),
  ),
  take: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2147483647,
      default: 50,
      description: "How many items to return; more than 100 is taken as 100.",
    }),
  ),
};

/** A closed record: unknown fields are refused. */
export function record<P extends TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false });
}

/** A page of a list, with the paging that was applied. */
export function page<T extends TSchema>(item: T) {
  return record({
    items: Type.Array(item),
    totalCount: Type.Integer({ minimum: 0 }),
    skip: Type.Integer({ minimum: 0 }),
    take: Type.Integer({ minimum: 0, maximum: 100 }),
  });
}

/** A list that is always returned whole, in the form of a page: `take` is the number of items. */
export function wholeList<T extends TSchema>(item: T) {
  return record({ ...page(item).properties, take: Type.Integer({ minimum: 0 }) });
}
