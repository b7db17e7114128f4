import { isNumeric, type Numeric } from "@lintel/json/exact-number";
import { memberOf, setMember, type DraftObject, type JsonObject } from "@lintel/json/value";
import { editMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

interface Bound {
  readonly plain: string;
  readonly exclusive: string;
  /** Whether the first number is at least as strict as the second. */
  readonly isStricter: (one: Numeric, other: Numeric) => boolean;
}

const bounds: readonly Bound[] = [
  {
    plain: "minimum",
    exclusive: "exclusiveMinimum",
    isStricter: (one, other) => Number(one) >= Number(other),
  },
  {
    plain: "maximum",
    exclusive: "exclusiveMaximum",
    isStricter: (one, other) => Number(one) <= Number(other),
  },
];

/** Writes the two members of a bound where the object has one of them. */
function writeAt(object: JsonObject, at: string, bound: Bound, members: JsonObject): JsonObject {
  const draft: DraftObject = {};
  for (const [name, value] of Object.entries(object)) {
    if (name === at) Object.assign(draft, members);
    else if (name !== bound.plain && name !== bound.exclusive) setMember(draft, name, value);
  }
  return draft;
}

function lower(object: JsonObject, bound: Bound): JsonObject {
  const { plain, exclusive, isStricter } = bound;
  const limit = memberOf(object, exclusive);
  if (!isNumeric(limit)) return object;
  const other = memberOf(object, plain);
  if (isNumeric(other) && !isStricter(limit, other)) {
    return editMembers(object, { [exclusive]: undefined });
  }
  return writeAt(object, exclusive, bound, { [plain]: limit, [exclusive]: true });
}

function raise(object: JsonObject, bound: Bound): JsonObject {
  const { plain, exclusive } = bound;
  const isExclusive = memberOf(object, exclusive);
  if (typeof isExclusive !== "boolean") return object;
  const limit = memberOf(object, plain);
  if (!isExclusive || !isNumeric(limit)) {
    return editMembers(object, { [exclusive]: undefined });
  }
  return writeAt(object, plain, bound, { [exclusive]: limit });
}

const message = "A bound that is not included is a number in OpenAPI 3.1, and a flag in 3.0.";
const watches = ["exclusiveMinimum", "exclusiveMaximum"];

export const exclusiveBounds: ConversionRule = {
  code: "EXCLUSIVE_BOUNDS",
  summary: "Exclusive bounds are numbers in 3.1 and flags of the bound in 3.0.",
  spec: "JSON Schema Validation 2020-12 §6.2",
  kinds: ["schema"],
  down: { watches, severity: "info", message, apply: (object) => bounds.reduce(lower, object) },
  up: { watches, severity: "info", message, apply: (object) => bounds.reduce(raise, object) },
  examples: [
    { newer: { exclusiveMinimum: 1 }, older: { minimum: 1, exclusiveMinimum: true } },
    { newer: { exclusiveMaximum: 9 }, older: { maximum: 9, exclusiveMaximum: true } },
    { newer: { minimum: 3, exclusiveMinimum: 1 }, older: { minimum: 3 }, ways: "down" },
    { newer: { minimum: 3 }, older: { minimum: 3, exclusiveMinimum: false }, ways: "up" },
  ],
};
