/** The text of a value in the form that calls take: JSON, so that the string "5" stays a string. */
export function toCallText(value: unknown): string | undefined {
  return value === null || value === undefined ? undefined : JSON.stringify(value);
}

/** A schema as it is shown in an editor; "" if there is none. */
export function toSchemaText(schema: unknown): string {
  return schema === null || schema === undefined ? "" : JSON.stringify(schema, null, 2);
}

/** The name of the component that a schema refers to; null if it is no reference. */
export function referredName(schema: unknown): string | null {
  if (typeof schema !== "object" || schema === null) return null;
  const { $ref } = schema as { $ref?: unknown };
  return typeof $ref === "string" ? ($ref.split("/").at(-1) ?? null) : null;
}

/** Removes fields that are undefined: calls leave them out. */
export function withoutUndefined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>;
  };
}
