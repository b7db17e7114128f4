import {
  callbackField,
  fieldsOf,
  type Field,
  type ObjectKind,
} from "../../grammar/object-kinds.ts";
import {
  isList,
  isObject,
  setMember,
  type DraftObject,
  type Json,
  type JsonObject,
} from "@lintel/json/value";
import { readKept } from "../kept/kept-record.ts";
import { editMembers } from "../model/edit-members.ts";
import { lowerBoolean, raiseBoolean } from "./boolean-schema.ts";
import { places30, places31, type RenamedPlace } from "../rules/renamed-places.ts";
import type { StepRun } from "./step-run.ts";
import { isReference } from "./select-rules.ts";
import { translateMembers } from "./translate-members.ts";

const places = [...places30, ...places31];

/**
 * The members that the walk visits in addition to those of the grammar. To older versions these are
 * the members that a rule has renamed, to newer versions those that a rule will rename; between 3.0
 * and 3.1 also those that 3.2 named.
 */
function findPlace(
  run: StepRun,
  object: JsonObject,
  given: JsonObject,
  kind: ObjectKind,
  name: string,
) {
  if (!name.startsWith("x-")) return null;
  const place = places.find((each) => each.kind === kind && each.older === name);
  if (place === undefined) return null;
  if (places31.includes(place) && isStepTo30(run)) return place;
  if (run.step.isDown) return object[name] === given[name] ? null : place;
  return isRenamedBack(run, object, place) ? place : null;
}

const isStepTo30 = ({ step }: StepRun) => step.from === "3.0" || step.to === "3.0";

function isRenamedBack({ step }: StepRun, object: JsonObject, { code, newer }: RenamedPlace) {
  if (Object.hasOwn(object, newer)) return false;
  const changes = readKept(object, step.to)?.changes ?? [];
  return !changes.some(({ rule, was }) => rule === code && Object.keys(was).length === 0);
}

/** The name in the input object of a member of the translated object. */
function findSource(object: JsonObject, given: JsonObject, name: string): string | null {
  const value = object[name];
  if (object === given || (Object.hasOwn(given, name) && given[name] === value)) return name;
  if (typeof value !== "object" || value === null) return null;
  return Object.keys(given).find((other) => given[other] === value) ?? null;
}

/** Continues the walk with a step added to the path, unless a rule created the child. */
function descend<T>(run: StepRun, name: string | number | null, walk: () => T): T {
  if (name === null || run.state.isMoved) {
    const wasMoved = run.state.isMoved;
    run.state.isMoved = true;
    const result = walk();
    run.state.isMoved = wasMoved;
    return result;
  }
  run.path.push(name);
  const result = walk();
  run.path.pop();
  return result;
}

function walkList(run: StepRun, list: readonly Json[], kind: ObjectKind): Json {
  let isChanged = false;
  const walked = list.map((item, index) => {
    if (isList(item)) return item;
    const converted = descend(run, index, () => walkValue(run, item, kind, true));
    if (converted !== item) isChanged = true;
    return converted;
  });
  return isChanged ? walked : list;
}

function walkValue(run: StepRun, value: Json, kind: ObjectKind, isLowered: boolean): Json {
  if (isObject(value)) return walkObject(run, value, kind);
  if (isList(value)) return walkList(run, value, kind);
  return kind === "schema" && isLowered ? lowerBoolean(run, value) : value;
}

function walkMap(run: StepRun, map: JsonObject, { holds, kind }: Field): JsonObject {
  let edits: DraftObject | null = null;
  for (const [name, value] of Object.entries(map)) {
    if (holds === "open" && name.startsWith("x-")) continue;
    const converted = descend(run, name, () => walkValue(run, value, kind, true));
    if (converted !== value) setMember((edits ??= {}), name, converted);
  }
  return edits === null ? map : editMembers(map, edits);
}

function walkField(run: StepRun, value: Json, field: Field, name: string): Json {
  // OpenAPI 3.0 allows a boolean here, and in no other place of a schema (§4.7.24.1).
  if (field.holds === "one")
    return walkValue(run, value, field.kind, name !== "additionalProperties");
  return isObject(value) ? walkMap(run, value, field) : value;
}

/**
 * Converts the nested objects of an object; `given` is the object before its own members were
 * translated.
 */
function walkMembers(run: StepRun, object: JsonObject, given: JsonObject, kind: ObjectKind) {
  if (kind === "callback") return walkMap(run, object, callbackField);
  const fields = fieldsOf(kind);
  if (fields.size === 0) return object;
  let edits: DraftObject | null = null;
  for (const name of Object.keys(object)) {
    const field = fields.get(name) ?? findPlace(run, object, given, kind, name)?.field;
    const value = object[name];
    if (field === undefined || value === undefined) continue;
    const source = findSource(object, given, name);
    const converted = descend(run, source, () => walkField(run, value, field, name));
    if (converted !== value) setMember((edits ??= {}), name, converted);
  }
  return edits === null ? object : editMembers(object, edits);
}

/**
 * Converts an object and all nested objects. To older versions an object comes before its nested
 * objects, to newer versions after them. Each rule, in both directions, then sees nested objects in
 * the newer form, and records in them can be compared.
 */
export function walkObject(run: StepRun, object: JsonObject, kind: ObjectKind): Json {
  if (isReference(object, kind)) return translateMembers(run, object, kind);
  run.state.depth += 1;
  const converted = run.step.isDown
    ? walkMembersOf(run, object, kind)
    : raiseMembersOf(run, object, kind);
  run.state.depth -= 1;
  return converted;
}

const walkMembersOf = (run: StepRun, object: JsonObject, kind: ObjectKind) =>
  walkMembers(run, translateMembers(run, object, kind), object, kind);

function raiseMembersOf(run: StepRun, object: JsonObject, kind: ObjectKind): Json {
  const raised = kind === "schema" ? raiseBoolean(run, object) : null;
  if (raised !== null) return raised;
  return translateMembers(run, walkMembers(run, object, object, kind), kind);
}
