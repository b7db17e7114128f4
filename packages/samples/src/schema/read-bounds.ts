import type { JsonObject } from "@lintel/json/value";
import { isNumeric, type Numeric } from "@lintel/json/exact-number";
import { allOf } from "./parts.ts";

const listNumbers = (parts: readonly JsonObject[], name: string): number[] =>
  allOf(parts, name).filter(isNumeric).map(Number);

/** The greatest lower bound in the parts of a schema, because all of them apply. */
export function greatestBound(parts: readonly JsonObject[], name: string): number | null {
  const bounds = listNumbers(parts, name);
  return bounds.length === 0 ? null : Math.max(...bounds);
}

/** The smallest upper bound in the parts of a schema. */
export function smallestBound(parts: readonly JsonObject[], name: string): number | null {
  const bounds = listNumbers(parts, name);
  return bounds.length === 0 ? null : Math.min(...bounds);
}

/** A bound of a number; `given` keeps its text in the document. */
export interface Bound {
  readonly given: Numeric;
  readonly isExclusive: boolean;
}

/** Lower or upper bounds, with the flags of OpenAPI 3.0 and the keywords of later versions. */
export function listBounds(
  parts: readonly JsonObject[],
  plain: "minimum" | "maximum",
  exclusive: "exclusiveMinimum" | "exclusiveMaximum",
): Bound[] {
  return parts.flatMap((part) => {
    const [inclusive, other] = [part[plain], part[exclusive]];
    return [
      ...(isNumeric(inclusive) ? [{ given: inclusive, isExclusive: other === true }] : []),
      ...(isNumeric(other) ? [{ given: other, isExclusive: true }] : []),
    ];
  });
}
