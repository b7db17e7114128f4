import type { DocumentView } from "@lintel/openapi/view";
import { isObject, textOf } from "@lintel/json/value";
import { stepInto, type Place } from "@lintel/json/place";
import { addTypes, keywordReaders, note, push } from "./read-keyword.ts";
import type { SchemaView } from "./schema-view.types.ts";
import { everyType, typeOfValue } from "./value-type.ts";

/** Keywords that name or hold schemas, or that are read along with others. */
const silent = new Set([
  "$ref",
  "$dynamicRef",
  "$id",
  "$schema",
  "$anchor",
  "$dynamicAnchor",
  "$defs",
  "$vocabulary",
  "definitions",
  "allOf",
  "type",
  "nullable",
  "then",
  "else",
]);

const empty: readonly never[] = Object.freeze([]);

/** Reads schemas of a document, each once. */
export interface SchemaReader {
  read(place: Place): SchemaView;
  /** A schema that combines several schemas. */
  conjoin(places: readonly Place[]): Place;
}

export function createSchemaReader(document: DocumentView): SchemaReader {
  const views = new Map<object, SchemaView>();
  const conjunctions = new Map<object, readonly Place[]>();

  /** The schemas that apply in addition to a part's own keywords. */
  const listMembers = (part: Place, view: SchemaView): readonly Place[] => {
    const value = part.value as Readonly<Record<string, unknown>>;
    const conjoined = conjunctions.get(value);
    if (conjoined !== undefined) return conjoined;
    const members: Place[] = [];
    for (const keyword of ["$ref", "$dynamicRef"]) {
      const reference = textOf(value[keyword]);
      const target = reference === null ? null : document.find(reference);
      if (target !== null) members.push(target);
      else if (reference !== null) push(view, "references", reference);
    }
    for (const keyword of ["allOf", "anyOf", "oneOf"]) {
      const list = value[keyword];
      if (!Array.isArray(list) || (keyword !== "allOf" && list.length !== 1)) continue;
      const at = stepInto(part, keyword);
      list.forEach((_, index) => members.push(stepInto(at, String(index))));
    }
    return members;
  };

  const readPart = (part: Place, view: SchemaView, waiting: Place[]): void => {
    const value = part.value as Readonly<Record<string, unknown>>;
    waiting.push(...listMembers(part, view));
    // Reference Object: its other members are ignored (OpenAPI 3.0, section 4.7.23.1).
    if (document.is30 && typeof value["$ref"] === "string") return;
    if ("type" in value) addTypes(view, value["type"], document.is30 && value["nullable"] === true);
    for (const keyword of Object.keys(value)) {
      const read = keywordReaders.get(keyword);
      if (read !== undefined) read(view, value[keyword], part);
      else if (!silent.has(keyword)) note(view, keyword, value[keyword]);
    }
  };

  const build = (place: Place): SchemaView => {
    const view = beginView(place);
    const waiting: Place[] = [place];
    const seen = new Set<unknown>();
    for (const part of waiting) {
      if (part.value === false) view.isNever = true;
      if (!isObject(part.value) || seen.has(part.value)) continue;
      seen.add(part.value);
      view.parts.push(part);
      readPart(part, view, waiting);
    }
    settleValues(view);
    return view;
  };

  return {
    read(place) {
      const key = isObject(place.value) ? place.value : place;
      let view = views.get(key);
      if (view === undefined) views.set(key, (view = build(place)));
      return view;
    },
    conjoin(places) {
      const [first] = places;
      if (first !== undefined && places.length === 1) return first;
      const value = { allOf: places.map((place) => place.value) };
      conjunctions.set(value, places);
      return { value, at: first?.at ?? document.root.at };
    },
  };
}

function beginView(place: Place): SchemaView & { readonly parts: Place[] } {
  return {
    place,
    parts: [],
    isNever: false,
    types: everyType,
    values: null,
    lower: null,
    upper: null,
    sizes: null,
    multiples: empty,
    patterns: empty,
    formats: empty,
    isUnique: false,
    required: null,
    dependentRequired: null,
    objectParts: empty,
    arrayParts: empty,
    propertyNames: empty,
    contains: empty,
    unevaluatedProperties: empty,
    unevaluatedItems: empty,
    groups: empty,
    discriminator: null,
    negations: empty,
    conditions: empty,
    dependentSchemas: null,
    references: empty,
    isReadOnly: false,
    isWriteOnly: false,
    isDeprecated: false,
    notes: null,
  };
}

/** Listed values of other types are never valid, nor are types without a listed value. */
function settleValues(view: SchemaView): void {
  if (view.values !== null) {
    const fitting = [...view.values].filter(([, value]) => (typeOfValue(value) & view.types) !== 0);
    view.values = new Map(fitting);
    view.types = fitting.reduce((types, [, value]) => types | typeOfValue(value), 0);
  }
  if (view.types === 0) view.isNever = true;
}
