// Generated from the declarations by `npm run contract`; not to be edited.

import { equals, notEquals, isIn, isNotIn } from "./equality.ts";
import { greaterThan, greaterOrEqual, lessThan, lessOrEqual, between } from "./ordering.ts";
import { contains, notContains } from "./containment.ts";
import { startsWith, endsWith, matches, notMatches } from "./text.ts";
import { exists, notExists, isEmpty, isNotEmpty } from "./presence.ts";
import { isType, hasLength } from "./shape.ts";
import type { Operator } from "./operator.types.ts";

export const operatorTable = {
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
} as const satisfies Readonly<Record<string, Operator>>;
