import {
  type ComponentKind,
  type OpenApiVersion,
  componentKinds,
} from "@lintel/contract/words/design";
import { isObject, isText, memberOf, type Json, type JsonObject } from "@lintel/json/value";
import { isAtLeast } from "../../values/openapi-version.ts";
import { type Remnant } from "../design.types.ts";
import { noMembers, splitMembers } from "../member-tables.ts";
import { warnKept, within, type SplitContext } from "./split-context.ts";

const firstVersion: Partial<Record<ComponentKind, OpenApiVersion>> = {
  pathItems: "3.1",
  mediaTypes: "3.2",
};

const isKnown = (kind: ComponentKind, version: OpenApiVersion | null) =>
  version !== null && isAtLeast(version, firstVersion[kind] ?? "3.0");

function splitKind(context: SplitContext, kind: ComponentKind, value: Json): boolean {
  if (!isObject(value) || !Object.keys(value).every(isText)) {
    within(context, "components", () => warnKept(context, kind, "a map of components"));
    return false;
  }
  for (const [position, [name, content]] of Object.entries(value).entries()) {
    context.design.components.push({ id: context.newId(), kind, name, position, content });
  }
  return true;
}

/** Makes a row of every component; returns the remainder of the object around them. */
export function splitComponents(context: SplitContext, components: JsonObject): Remnant {
  const taken = new Map<string, boolean>();
  for (const kind of componentKinds) {
    const value = memberOf(components, kind);
    if (value === undefined || !isKnown(kind, context.version)) continue;
    const isSplit = splitKind(context, kind, value);
    if (isSplit) taken.set(kind, isObject(value) && Object.keys(value).length === 0);
  }
  return splitMembers(components, noMembers, context.version, taken).remnant;
}
