const words = (text: string): readonly string[] => text.split(" ");

/** The keywords of a Schema Object in OpenAPI 3.0, §4.7.24, without extensions. */
export const keywords30: readonly string[] = words(
  "title multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern " +
    "maxItems minItems uniqueItems maxProperties minProperties required enum type allOf oneOf anyOf " +
    "not items properties additionalProperties description format default nullable discriminator " +
    "readOnly writeOnly xml externalDocs example deprecated $ref",
);

/** The keywords that JSON Schema draft 2020-12 and OpenAPI 3.1 add. */
export const keywords31: readonly string[] = words(
  "$schema $id $anchor $dynamicRef $dynamicAnchor $vocabulary $comment $defs const if then else " +
    "dependentSchemas dependentRequired prefixItems contains minContains maxContains " +
    "patternProperties propertyNames unevaluatedItems unevaluatedProperties examples " +
    "contentEncoding contentMediaType contentSchema",
);

const known = new Set([...keywords30, ...keywords31]);

export const isSchemaKeyword = (name: string): boolean => known.has(name);
