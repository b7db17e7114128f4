import { isObject } from "@lintel/json/value";
import { locate, type Location, type Place } from "@lintel/json/place";
import type { Direction } from "../model/result.types.ts";
import { objectRules } from "../rules/object.rules.ts";
import { propertyRules } from "../rules/property.rules.ts";
import { compilePattern } from "./name-pattern.ts";
import type { Pair, Side } from "./pair.types.ts";
import { joinDemands, readUnevaluatedProperties } from "./read-further.ts";
import type { ObjectShape } from "./read-shape.ts";
import type { SchemaView } from "./schema-view.types.ts";

/** Compares the described properties and the required ones. */
export function compareProperties(pair: Pair): void {
  const before = pair.old.shapes.readObject(pair.before);
  const after = pair.new.shapes.readObject(pair.after);
  for (const [name, place] of before.properties) {
    const other = after.properties.get(name);
    if (other === undefined) compareRemoved(pair, name, place);
    else compareKept(pair, name, place, other);
  }
  for (const [name, place] of after.properties) {
    if (!before.properties.has(name)) compareAdded(pair, name, place);
  }
  compareRequired(pair, before, after);
}

/** Read-only properties are not part of requests, nor write-only ones of responses. */
function isHidden(side: Side, place: Place, direction: Direction | null): boolean {
  if (direction === null || !isObject(place.value)) return false;
  const view = side.schemas.read(place);
  return direction === "request" ? view.isReadOnly : view.isWriteOnly;
}

function compareKept(pair: Pair, name: string, place: Place, other: Place): void {
  if (pair.isSame(place.value, other.value)) return;
  const { direction } = pair.mode;
  const wasHidden = isHidden(pair.old, place, direction);
  const becomesHidden = isHidden(pair.new, other, direction);
  if (!wasHidden && !becomesHidden) pair.relate(place, other);
  if (wasHidden === becomesHidden) return;
  const { becameReadOnly, becameWriteOnly, ceasedReadOnly, ceasedWriteOnly } = propertyRules;
  const became = direction === "request" ? becameReadOnly : becameWriteOnly;
  const ceased = direction === "request" ? ceasedReadOnly : ceasedWriteOnly;
  pair.report(becomesHidden ? became : ceased, "properties", { name, at: other.at });
}

/**
 * The schema of an undescribed property: that of the matching patterns, else that of all others.
 */
function findOthers(side: Side, view: SchemaView, name: string): readonly Place[] {
  const shape = side.shapes.readObject(view);
  const fitting = [...shape.patterns].filter(([text]) => compilePattern(text)?.test(name));
  if (fitting.length > 0) return fitting.map(([, place]) => place);
  return [joinDemands(side, shape.additional, readUnevaluatedProperties(side, view))];
}

function compareRemoved(pair: Pair, name: string, place: Place): void {
  if (isHidden(pair.old, place, pair.mode.direction)) return;
  const others = findOthers(pair.new, pair.after, name);
  const isRefused = others.some((other) => pair.new.schemas.read(other).isNever);
  const rule = isRefused ? propertyRules.refused : propertyRules.removed;
  pair.report(rule, "properties", { name, at: place.at, before: place.value });
  for (const other of others) {
    if (!isRefused && other.value !== undefined) pair.relate(place, other);
  }
}

/** The maximum depth of alternatives. */
const maxAlternativeDepth = 4;

/** An object without descriptions may have any properties. */
function isFreeForm(side: Side, view: SchemaView, depth = 0): boolean {
  const { properties, patterns, additional } = side.shapes.readObject(view);
  return (
    depth < maxAlternativeDepth &&
    properties.size + patterns.size + view.unevaluatedProperties.length === 0 &&
    additional.value === undefined &&
    view.groups.every(({ branches }) =>
      branches.every((branch) => isFreeForm(side, side.schemas.read(branch), depth + 1)),
    )
  );
}

function compareAdded(pair: Pair, name: string, place: Place): void {
  if (isHidden(pair.new, place, pair.mode.direction)) return;
  const others = findOthers(pair.old, pair.before, name);
  const wasRefused = others.some((other) => pair.old.schemas.read(other).isNever);
  const { added, addedToClosed, addedToFreeForm } = propertyRules;
  const usual = isFreeForm(pair.old, pair.before) ? addedToFreeForm : added;
  const rule = wasRefused ? addedToClosed : usual;
  pair.report(rule, "properties", { name, at: place.at, after: place.value });
  for (const other of others) {
    if (!wasRefused && other.value !== undefined) pair.relate(other, place);
  }
}

function listRequired(pair: Pair, side: "old" | "new", shape: ObjectShape): Set<string> {
  const { required } = side === "old" ? pair.before : pair.after;
  const names = [...(required ?? [])].filter((name) => {
    const place = shape.properties.get(name);
    return place === undefined || !isHidden(pair[side], place, pair.mode.direction);
  });
  return new Set(names);
}

function compareRequired(pair: Pair, before: ObjectShape, after: ObjectShape): void {
  if (pair.before.required === null && pair.after.required === null) return;
  const from = listRequired(pair, "old", before);
  const to = listRequired(pair, "new", after);
  const { requiredAdded, requiredRemoved } = objectRules;
  for (const name of to) {
    if (!from.has(name))
      pair.report(requiredAdded, "required", { name, ...find(pair.after, name) });
  }
  for (const name of from) {
    if (!to.has(name))
      pair.report(requiredRemoved, "required", { name, ...find(pair.before, name) });
  }
}

/** The place of a name in the list of required properties. */
function find(view: SchemaView, name: string): { readonly at?: Location } {
  for (const part of view.parts) {
    const { required } = part.value as Readonly<Record<string, unknown>>;
    const index = Array.isArray(required) ? required.indexOf(name) : -1;
    if (index >= 0) return { at: locate(part.at, "required", String(index)) };
  }
  return {};
}
