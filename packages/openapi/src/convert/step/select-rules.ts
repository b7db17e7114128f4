import type { ObjectKind } from "../../grammar/object-kinds.ts";
import { memberOf, type JsonObject } from "@lintel/json/value";
import { keptName } from "../kept/kept-record.ts";
import { isSchemaKeyword } from "../rules/schema-keywords.ts";
import type { KindRules } from "./conversion-step.ts";

/**
 * The rules that the members of an object trigger, as masks; `isKept` is set if it has a record.
 */
export interface Selection {
  readonly forth: number;
  readonly back: number;
  readonly isKept: boolean;
}

/**
 * Kinds that a Reference Object can replace; it has no member except `$ref`. In schemas, path items
 * and media types `$ref` is one member among others; elsewhere it has no meaning.
 */
const referable: ReadonlySet<ObjectKind> = new Set([
  "response",
  "parameter",
  "example",
  "requestBody",
  "header",
  "securityScheme",
  "link",
  "callback",
]);

/** Whether an object is a Reference Object (§4.8.23 of 3.0) to an object of the kind. */
export const isReference = (object: JsonObject, kind: ObjectKind): boolean =>
  referable.has(kind) && typeof memberOf(object, "$ref") === "string";

/** Visits each member once, whatever the number of rules. */
export function selectRules(object: JsonObject, rules: KindRules): Selection {
  const { callsForth, callsBack } = rules;
  let forth = callsForth.always;
  let back = callsBack.always;
  let isKept = false;
  for (const name of Object.keys(object)) {
    const ahead = callsForth.byMember.get(name);
    const behind = callsBack.byMember.get(name);
    if (ahead !== undefined) forth |= ahead;
    if (behind !== undefined) back |= behind;
    if (name === keptName) isKept = true;
    else if ((callsForth.byUnknown | callsBack.byUnknown) !== 0 && isUnknown(name)) {
      forth |= callsForth.byUnknown;
      back |= callsBack.byUnknown;
    }
  }
  return { forth, back, isKept };
}

const isUnknown = (name: string) => !isSchemaKeyword(name) && !name.startsWith("x-");
