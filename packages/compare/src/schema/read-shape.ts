import { objectOf } from "@lintel/json/value";
import { rootLocation, stepInto, type Place } from "@lintel/json/place";
import { compilePattern } from "./name-pattern.ts";
import type { SchemaReader } from "./read-schema.ts";
import type { SchemaView } from "./schema-view.types.ts";

/** The schema that allows everything, which applies if there is none. */
export const anyPlace: Place = { value: undefined, at: rootLocation };

export interface ObjectShape {
  /** The schema of each described property, in the order of the document. */
  readonly properties: ReadonlyMap<string, Place>;
  /** The schema of all other properties. */
  readonly additional: Place;
  /** By pattern, the schema of properties with a matching name. */
  readonly patterns: ReadonlyMap<string, Place>;
}

export interface ArrayShape {
  readonly prefix: readonly Place[];
  /** The schema of the items after the prefix. */
  readonly rest: Place;
}

/** Combines what the parts of a schema require of the members of an object or a list. */
export interface ShapeReader {
  readObject(view: SchemaView): ObjectShape;
  readArray(view: SchemaView): ArrayShape;
}

export function createShapeReader(schemas: SchemaReader): ShapeReader {
  const objects = new Map<SchemaView, ObjectShape>();
  const arrays = new Map<SchemaView, ArrayShape>();
  return {
    readObject(view) {
      let shape = objects.get(view);
      if (shape === undefined) objects.set(view, (shape = buildObject(view, schemas)));
      return shape;
    },
    readArray(view) {
      let shape = arrays.get(view);
      if (shape === undefined) arrays.set(view, (shape = buildArray(view, schemas)));
      return shape;
    },
  };
}

function conjoin(schemas: SchemaReader, places: readonly Place[]): Place {
  return places.length === 0 ? anyPlace : schemas.conjoin(places);
}

function listSchemas(part: Place, keyword: string): Place[] {
  const list = stepInto(part, keyword);
  return Object.keys(objectOf(list.value)).map((name) => stepInto(list, name));
}

function append(lists: Map<string, Place[]>, place: Place): void {
  const list = lists.get(place.at.key);
  if (list === undefined) lists.set(place.at.key, [place]);
  else list.push(place);
}

function buildObject(view: SchemaView, schemas: SchemaReader): ObjectShape {
  const named = new Map<string, Place[]>();
  const patterned = new Map<string, Place[]>();
  const additional: Place[] = [];
  for (const part of view.objectParts) {
    for (const place of listSchemas(part, "properties")) append(named, place);
    for (const place of listSchemas(part, "patternProperties")) append(patterned, place);
    const further = stepInto(part, "additionalProperties");
    if (further.value !== undefined && further.value !== true) additional.push(further);
  }
  for (const further of additional) applyToOthers(view, further, named);
  const settle = (lists: Map<string, Place[]>): Map<string, Place> =>
    new Map([...lists].map(([name, places]) => [name, conjoin(schemas, places)]));
  return {
    properties: settle(named),
    patterns: settle(patterned),
    additional: conjoin(schemas, additional),
  };
}

/** For a part, properties that only other parts describe are additional ones. */
function applyToOthers(view: SchemaView, further: Place, named: Map<string, Place[]>): void {
  if (view.objectParts.length === 1) return;
  const part = view.objectParts.find(({ at }) => at === further.at.parent);
  if (part === undefined) return;
  const own = objectOf(stepInto(part, "properties").value);
  const patterns = Object.keys(objectOf(stepInto(part, "patternProperties").value));
  for (const [name, places] of named) {
    const isDescribed =
      Object.hasOwn(own, name) || patterns.some((text) => compilePattern(text)?.test(name));
    if (!isDescribed) places.push(further);
  }
}

function buildArray(view: SchemaView, schemas: SchemaReader): ArrayShape {
  const parts = view.arrayParts.map((part) => {
    const list = stepInto(part, "prefixItems");
    const items = stepInto(part, "items");
    const length = Array.isArray(list.value) ? list.value.length : 0;
    return {
      prefix: Array.from({ length }, (_, index) => stepInto(list, String(index))),
      rest: items.value === undefined ? [] : [items],
    };
  });
  const longest = Math.max(0, ...parts.map(({ prefix }) => prefix.length));
  return {
    prefix: Array.from({ length: longest }, (_, index) =>
      conjoin(
        schemas,
        parts.flatMap(({ prefix, rest }) => prefix[index] ?? rest),
      ),
    ),
    rest: conjoin(
      schemas,
      parts.flatMap(({ rest }) => rest),
    ),
  };
}
