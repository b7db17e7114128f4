import { readLocalPath } from "../../grammar/read-reference.ts";
import { writePointer } from "@lintel/json/pointer";
import type { JsonObject } from "@lintel/json/value";
import { encodeFragment } from "../rules/renamed-places.ts";
import { objectAt, textAt } from "./read-parts.ts";

const isName = (name: string) => /^[a-zA-Z0-9._-]+$/.test(name);

/** The names that components may have (3.0, §4.7.7) for the names of a map, without duplicates. */
function nameComponents(map: JsonObject): ReadonlyMap<string, string> {
  const names = Object.keys(map);
  const taken = new Set(names.filter(isName));
  const named = new Map<string, string>();
  for (const name of names) {
    if (isName(name)) {
      named.set(name, name);
      continue;
    }
    const plain = name.replaceAll(/[^a-zA-Z0-9._-]+/g, "_") || "_";
    let free = plain;
    for (let count = 2; taken.has(free); count += 1) free = `${plain}_${count}`;
    taken.add(free);
    named.set(name, free);
  }
  return named;
}

export interface Names {
  readonly schemas: ReadonlyMap<string, string>;
  readonly parameters: ReadonlyMap<string, string>;
  readonly responses: ReadonlyMap<string, string>;
  readonly renameReference: (reference: string) => string;
}

/** Gives every definition of 2.0 a name and a place among the components of 3.0. */
export function nameParts(document: JsonObject): Names {
  const parameterMap = objectAt(document, "parameters");
  const schemas = nameComponents(objectAt(document, "definitions"));
  const parameters = nameComponents(parameterMap);
  const responses = nameComponents(objectAt(document, "responses"));
  const kindOf = (name: string) =>
    textAt(objectAt(parameterMap, name), "in") === "body" ? "requestBodies" : "parameters";
  const places = new Map<string, (name: string) => readonly string[]>([
    ["definitions", (name) => ["schemas", schemas.get(name) ?? name]],
    ["parameters", (name) => [kindOf(name), parameters.get(name) ?? name]],
    ["responses", (name) => ["responses", responses.get(name) ?? name]],
  ]);
  const renameReference = (reference: string) => {
    const [kind = "", name, ...rest] = readLocalPath(reference) ?? [];
    const place = places.get(kind);
    if (place === undefined || name === undefined) return reference;
    return `#${encodeFragment(writePointer(["components", ...place(name), ...rest]))}`;
  };
  return { schemas, parameters, responses, renameReference };
}
