import type { AssertionOperator } from "@lintel/contract/shapes/test-case";
import { contains, notContains } from "./containment.ts";
import { equals, isIn, isNotIn, notEquals } from "./equality.ts";
import type { Operator } from "./operator.types.ts";
import { between, greaterOrEqual, greaterThan, lessOrEqual, lessThan } from "./ordering.ts";
import { exists, isEmpty, isNotEmpty, notExists } from "./presence.ts";
import { hasLength, isType } from "./shape.ts";
import { endsWith, matches, notMatches, startsWith } from "./text.ts";

/** Every operator by the name that an assertion gives. */
export const operatorTable: Readonly<Record<AssertionOperator, Operator>> = {
  equals,
  notEquals,
  greaterThan,
  greaterOrEqual,
  lessThan,
  lessOrEqual,
  between,
  contains,
  notContains,
  startsWith,
  endsWith,
  matches,
  notMatches,
  in: isIn,
  notIn: isNotIn,
  exists,
  notExists,
  isEmpty,
  isNotEmpty,
  isType,
  hasLength,
};
