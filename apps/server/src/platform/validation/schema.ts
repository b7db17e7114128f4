/** A JSON Schema, as far as declarations use it. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

/** What a schema says of one member of a record: of a field by its name, else of the record's values. */
export function schemaOfMember(
  { properties = {}, patternProperties = {} }: Schema,
  name: string,
): { readonly schema: Schema; readonly isField: boolean } {
  const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return {
    schema: field ?? Object.values(patternProperties)[0] ?? {},
    isField: field !== undefined,
  };
}

/** The choices of a union that a value can be meant for, by their fixed members; the schema where it is none. */
export function meantSchemas(schema: Schema, value: unknown): readonly Schema[] {
  const { anyOf } = schema;
  if (anyOf === undefined) return [schema];
  return anyOf.flatMap((choice) => (isMeant(choice, value) ? meantSchemas(choice, value) : []));
}

function isMeant({ properties = {} }: Schema, value: unknown): boolean {
  return Object.entries(properties).every(
    ([name, field]) =>
      !("const" in field) ||
      (value as Readonly<Record<string, unknown>> | null)?.[name] === field.const,
  );
}
