import type { SchemaType } from "@lintel/contract/words/design";
import type { HeaderComponent } from "@lintel/contract/shapes/header-component";
import { isObject, memberOf, setMember, type DraftObject } from "@lintel/json/value";
import { encodeRowVersion } from "../../platform/database/row-version.ts";
import type { StoredComponent } from "../../domain/design/component-rows.ts";
import {
  readRef,
  refOfSchema,
  type ComponentName,
  type FindId,
} from "../../domain/design/component-refs.ts";
import { readSample } from "../../domain/design/schema-edits.ts";
import { readExample, readSchema, readSerialized } from "../../domain/design/schema-fields.ts";
import type { StoredHeader } from "./header-component.store.ts";

const changesOf = (row: StoredHeader | StoredComponent) => ({
  createdAt: row.createdAt.toISOString(),
  modifiedAt: row.modifiedAt.toISOString(),
  rowVersion: encodeRowVersion(row.rowVersion),
});

const textOf = (value: unknown) => (typeof value === "string" ? value : null);

/** The schema that a component of a document links to. */
export function schemaOf({ content }: StoredComponent): ComponentName | null {
  const schema = memberOf(content, "schema");
  return readRef(refOfSchema(schema), "schemas");
}

/** A component of a version's document. */
export function toSpecHeader(
  row: StoredComponent,
  place: { readonly projectId: string; readonly specId: string },
  findId: FindId,
): HeaderComponent {
  const header = isObject(row.content) ? row.content : {};
  const schema = memberOf(header, "schema") ?? null;
  return {
    id: row.id,
    level: "spec",
    ...place,
    versionId: row.versionId,
    name: row.name,
    ...readSchema(schema),
    schemaId: findId(schemaOf(row)),
    schema,
    required: memberOf(header, "required") === true,
    description: textOf(memberOf(header, "description")),
    example: readExample(memberOf(header, "example") ?? null, header),
    serializedExample: readSerialized(header),
    isDeprecated: memberOf(header, "deprecated") === true,
    ...changesOf(row),
  };
}

/** A component of a project or of the organization. */
export function toSharedHeader(row: StoredHeader): HeaderComponent {
  const { schemaType, schemaFormat } = row;
  const read = (text: string | null) => (text === null ? null : readSample(text, [schemaType]));
  const schema: DraftObject = { type: schemaType };
  if (schemaFormat !== null) setMember(schema, "format", schemaFormat);
  const defaultValue = read(row.defaultValue);
  if (defaultValue !== null) setMember(schema, "default", defaultValue);
  return {
    id: row.id,
    level: row.projectId === null ? "organization" : "project",
    projectId: row.projectId,
    specId: null,
    versionId: null,
    name: row.name,
    schemaType: schemaType as SchemaType,
    schemaFormat,
    schemaId: null,
    schema,
    required: row.required,
    description: row.description,
    example: read(row.example),
    serializedExample: row.serializedExample,
    defaultValue,
    isDeprecated: row.isDeprecated,
    ...changesOf(row),
  };
}
