import {
  fieldsOf,
  callbackField,
  type Field,
  type ObjectKind,
} from "../../grammar/object-kinds.ts";
import { readLocalPath } from "../../grammar/read-reference.ts";
import { writePointer } from "@lintel/json/pointer";

/** A map of objects that an older version has only as an extension. The walk continues into it. */
export interface RenamedPlace {
  readonly code: string;
  readonly kind: ObjectKind;
  readonly newer: string;
  readonly older: string;
  readonly field: Field;
}

const map = (kind: ObjectKind): Field => ({ holds: "map", kind });

/** Tools for 3.0 know webhooks by this name. */
export const webhooksPlace: RenamedPlace = {
  code: "WEBHOOKS",
  kind: "document",
  newer: "webhooks",
  older: "x-webhooks",
  field: map("pathItem"),
};

export const pathItemsPlace: RenamedPlace = {
  code: "PATH_ITEM_COMPONENTS",
  kind: "components",
  newer: "pathItems",
  older: "x-lintel-path-items",
  field: map("pathItem"),
};

export const definitionsPlace: RenamedPlace = {
  code: "SCHEMA_DEFINITIONS",
  kind: "schema",
  newer: "$defs",
  older: "x-lintel-defs",
  field: map("schema"),
};

export const mediaTypesPlace: RenamedPlace = {
  code: "MEDIA_TYPE_COMPONENTS",
  kind: "components",
  newer: "mediaTypes",
  older: "x-lintel-media-types",
  field: map("mediaType"),
};

/** Between 3.0 and 3.1. */
export const places30: readonly RenamedPlace[] = [webhooksPlace, pathItemsPlace, definitionsPlace];

/** Between 3.1 and 3.2. */
export const places31: readonly RenamedPlace[] = [mediaTypesPlace];

function fieldAt(kind: ObjectKind, name: string, places: readonly RenamedPlace[]) {
  const place = places.find(
    (each) => each.kind === kind && (each.newer === name || each.older === name),
  );
  return place?.field ?? fieldsOf(kind).get(name);
}

/** The steps of a path with the names of one version, as the other version names them. */
function renameSteps(
  steps: readonly string[],
  places: readonly RenamedPlace[],
  [from, to]: readonly ["newer", "older"] | readonly ["older", "newer"],
): readonly string[] {
  const renamed: string[] = [];
  let kind: ObjectKind | null = "document";
  let field: Field | null = null;
  for (const name of steps) {
    if (field !== null && (field.holds !== "one" || /^\d+$/.test(name))) {
      // The name of a map's member or the index of a list's item. Users choose both.
      renamed.push(name);
      kind = field.kind;
      field = null;
      continue;
    }
    if (field !== null) kind = field.kind;
    const place: RenamedPlace | undefined = places.find(
      (each) => each.kind === kind && each[from] === name,
    );
    renamed.push(place === undefined ? name : place[to]);
    if (kind === "callback") {
      kind = callbackField.kind;
      field = null;
      continue;
    }
    field = kind === null ? null : (fieldAt(kind, name, places) ?? null);
    if (field === null) kind = null;
  }
  return renamed;
}

/** A reference within the document, with the names of the other version. */
export function renameReference(
  reference: string,
  places: readonly RenamedPlace[],
  ways: readonly ["newer", "older"] | readonly ["older", "newer"],
): string {
  const steps = readLocalPath(reference);
  if (steps === null || !places.some((place) => steps.includes(place[ways[0]]))) return reference;
  const renamed = renameSteps(steps, places, ways);
  if (renamed.every((name, at) => name === steps[at])) return reference;
  return `#${encodeFragment(writePointer(renamed))}`;
}

/** As a fragment of a URI: characters that RFC 3986 §3.5 does not allow are percent-encoded. */
export const encodeFragment = (pointer: string): string =>
  encodeURI(pointer.toWellFormed()).replaceAll("#", "%23");
