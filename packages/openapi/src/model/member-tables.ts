import { type OpenApiVersion, parameterLocations } from "@lintel/contract/words/design";
import {
  isList,
  isObject,
  isText,
  setMember,
  type Json,
  type DraftObject,
  type JsonObject,
} from "@lintel/json/value";
import { isAtLeast } from "../values/openapi-version.ts";
import {
  type DocumentRow,
  type EndpointRow,
  type MediaTypeRow,
  type ParameterRow,
  type RequestBodyRow,
  type ResponseHeaderRow,
  type ResponseRow,
  type TagRow,
  type Remnant,
} from "./design.types.ts";

/** Whether a member's value has the shape of its column. */
export type Fit = (value: Json, version: OpenApiVersion | null) => boolean;

/** A member that is stored in a column of the object's row. */
export interface Member<Column extends string> {
  readonly name: string;
  readonly column: Column;
  readonly isFit: Fit;
  /** The value of the column where the member is absent; without this, null. */
  readonly byDefault?: Json;
  /** In documents of older versions the member stays in `rest`. */
  readonly since?: OpenApiVersion;
}

/** The members of one kind of object, in the standard order. */
export interface MemberTable<Row, Column extends keyof Row & string> {
  readonly members: readonly Member<Column>[];
  readonly byName: ReadonlyMap<string, Member<Column>>;
  /** The columns of a row, only for their types. */
  readonly row?: Pick<Row, Column>;
}

/** Declares the members with columns; the types of the columns are inferred. */
const tableOf =
  <Row>() =>
  <Column extends keyof Row & string>(
    members: readonly Member<Column>[],
  ): MemberTable<Row, Column> => ({
    members,
    byName: new Map(members.map((each) => [each.name, each])),
  });

/** For objects without columns. */
export const noMembers = tableOf<object>()([]);

/** A member that is stored in rows of its own. */
export interface Child {
  readonly name: string;
  readonly value: Json;
  /** Written only if the object's keys name it: a `{}` or `[]` of the document. */
  readonly isEmpty: boolean;
}

const isDefault = (value: unknown, byDefault: Json = null) =>
  value === byDefault ||
  (isList(byDefault) && isList(value) && value.length === 0 && byDefault.length === 0);

const isSame = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((name, at) => name === right[at]);

/** Whether a member with this name and value is stored in its column. */
function findColumn<Row, Column extends keyof Row & string>(
  table: MemberTable<Row, Column>,
  name: string,
  value: Json,
  version: OpenApiVersion | null,
): Member<Column> | undefined {
  const member = table.byName.get(name);
  if (member === undefined || !member.isFit(value, version)) return undefined;
  const { since } = member;
  const isKnown = since === undefined || (version !== null && isAtLeast(version, since));
  return isKnown ? member : undefined;
}

/**
 * Splits an object into the columns of its table and its remainder. `taken` names the members that
 * became rows, each with whether it is empty.
 */
export function splitMembers<Row, Column extends keyof Row & string>(
  object: JsonObject,
  table: MemberTable<Row, Column>,
  version: OpenApiVersion | null,
  taken: ReadonlyMap<string, boolean> = new Map(),
): { readonly columns: Pick<Row, Column>; readonly remnant: Remnant } {
  const columns: Record<string, Json> = {};
  for (const { column, byDefault = null } of table.members) columns[column] = byDefault;
  const rest: DraftObject = {};
  const names = Object.keys(object);
  let hasRest = false;
  for (const name of names) {
    if (taken.has(name)) continue;
    const value = object[name] as Json;
    const member = findColumn(table, name, value, version);
    if (member === undefined) {
      hasRest = true;
      setMember(rest, name, value);
    } else {
      columns[member.column] = value;
    }
  }
  const written = table.members
    .filter(({ column, byDefault }) => !isDefault(columns[column], byDefault))
    .map(({ name }) => name);
  for (const [name, isEmpty] of taken) if (!isEmpty) written.push(name);
  for (const name of Object.keys(rest)) written.push(name);
  const keys = isSame(written, names) ? null : names;
  // The table defines the columns; the shape of each was checked.
  return {
    columns: columns as unknown as Pick<Row, Column>,
    remnant: { rest: hasRest ? rest : null, keys },
  };
}

/** The members that are written without `keys`, in the standard order. */
function listPresent<Row, Column extends keyof Row & string>(
  row: Partial<Row>,
  table: MemberTable<Row, Column>,
  children: readonly Child[],
  rest: JsonObject | null,
): Map<string, Json> {
  const present = new Map<string, Json>();
  for (const { name, column, byDefault } of table.members) {
    const value = row[column] as Json | undefined;
    if (value !== undefined && !isDefault(value, byDefault)) present.set(name, value);
  }
  for (const { name, value, isEmpty } of children) if (!isEmpty) present.set(name, value);
  for (const name of Object.keys(rest ?? {})) {
    if (!present.has(name)) present.set(name, rest?.[name] as Json);
  }
  return present;
}

/** Restores the object: the reverse of `splitMembers`, also after edits of its row. */
export function joinMembers<Row, Column extends keyof Row & string>(
  row: Partial<Row>,
  table: MemberTable<Row, Column>,
  children: readonly Child[],
  { rest, keys }: Remnant,
): JsonObject {
  const draft: DraftObject = {};
  const present = listPresent(row, table, children, rest);
  if (keys !== null) {
    const empty = new Map(children.filter((each) => each.isEmpty).map((each) => [each.name, each]));
    for (const name of keys) {
      // The members that carry information. Others are a default or an empty container of the
      // document.
      const spelt = empty.get(name)?.value ?? table.byName.get(name)?.byDefault;
      const value = present.has(name) ? present.get(name) : spelt;
      if (value !== undefined) setMember(draft, name, value);
      present.delete(name);
    }
  }
  for (const [name, value] of present) setMember(draft, name, value);
  return draft;
}

const flag: Fit = (value) => typeof value === "boolean";
const schema: Fit = (value) => isObject(value) || typeof value === "boolean";
/** Any value except null, which means in a column that the member is absent. */
const data: Fit = (value) => value !== null;
const location: Fit = (value, version) =>
  parameterLocations.some((known) => known === value) &&
  (value !== "querystring" || (version !== null && isAtLeast(version, "3.2")));

export const isTextList = (value: Json): value is readonly string[] =>
  isList(value) && value.every(isText);

export const documentTable = tableOf<DocumentRow>()([
  { name: "openapi", column: "openapi", isFit: isText },
]);

export const infoTable = tableOf<DocumentRow>()([
  { name: "title", column: "title", isFit: isText },
  { name: "version", column: "version", isFit: isText },
  { name: "description", column: "description", isFit: isText },
]);

export const tagTable = tableOf<TagRow>()([
  { name: "name", column: "name", isFit: isText },
  { name: "summary", column: "summary", isFit: isText, since: "3.2" },
  { name: "description", column: "description", isFit: isText },
  { name: "parent", column: "parent", isFit: isText, since: "3.2" },
  { name: "kind", column: "kind", isFit: isText, since: "3.2" },
]);

export const endpointTable = tableOf<EndpointRow>()([
  { name: "tags", column: "tags", isFit: isTextList, byDefault: [] },
  { name: "summary", column: "summary", isFit: isText },
  { name: "description", column: "description", isFit: isText },
  { name: "operationId", column: "operationId", isFit: isText },
  { name: "deprecated", column: "isDeprecated", isFit: flag, byDefault: false },
]);

export const parameterTable = tableOf<ParameterRow>()([
  { name: "$ref", column: "ref", isFit: isText },
  { name: "name", column: "name", isFit: isText },
  { name: "in", column: "location", isFit: location },
  { name: "description", column: "description", isFit: isText },
  { name: "required", column: "required", isFit: flag, byDefault: false },
  { name: "deprecated", column: "isDeprecated", isFit: flag, byDefault: false },
  { name: "style", column: "style", isFit: isText },
  { name: "explode", column: "explode", isFit: flag },
  { name: "schema", column: "schema", isFit: schema },
  { name: "example", column: "example", isFit: data },
]);

/** The one media type of a `querystring` parameter, which the parameter's columns hold. */
export const parameterContentTable = tableOf<ParameterRow>()([
  { name: "schema", column: "schema", isFit: schema },
  { name: "example", column: "example", isFit: data },
]);

export const requestBodyTable = tableOf<RequestBodyRow>()([
  { name: "$ref", column: "ref", isFit: isText },
  { name: "description", column: "description", isFit: isText },
  { name: "required", column: "required", isFit: flag, byDefault: false },
]);

export const responseTable = tableOf<ResponseRow>()([
  { name: "$ref", column: "ref", isFit: isText },
  { name: "description", column: "description", isFit: isText },
]);

export const responseHeaderTable = tableOf<ResponseHeaderRow>()([
  { name: "$ref", column: "ref", isFit: isText },
  { name: "description", column: "description", isFit: isText },
  { name: "required", column: "required", isFit: flag, byDefault: false },
  { name: "deprecated", column: "isDeprecated", isFit: flag, byDefault: false },
  { name: "schema", column: "schema", isFit: schema },
  { name: "example", column: "example", isFit: data },
]);

export const mediaTypeTable = tableOf<MediaTypeRow>()([
  { name: "$ref", column: "ref", isFit: isText },
  { name: "schema", column: "schema", isFit: schema },
  { name: "itemSchema", column: "itemSchema", isFit: schema, since: "3.2" },
  { name: "example", column: "example", isFit: data },
]);
