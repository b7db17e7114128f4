import type { TrafficOperation } from "@lintel/contract/shapes/traffic";
import { listSegments } from "../match/create-matcher.ts";
import { isTreated } from "../rules/treat-at.ts";

/**
 * The operations with a plan or a date, and those without one whose paths a template with a plan could match as well: nginx must
 * know them to leave them alone.
 */
export function listConcerned(operations: readonly TrafficOperation[]): TrafficOperation[] {
  const planned = Map.groupBy(
    operations.filter(isTreated),
    (operation) => `${operation.method} ${listSegments(operation.path).length}`,
  );
  return operations.filter((operation) => {
    if (isTreated(operation)) return true;
    const segments = listSegments(operation.path);
    const rivals = planned.get(`${operation.method} ${segments.length}`) ?? [];
    return rivals.some((rival) => overlap(segments, listSegments(rival.path)));
  });
}

const overlap = (left: readonly string[], right: readonly string[]): boolean =>
  left.every((segment, at) => {
    const other = right[at] ?? "";
    return segment === other || segment.includes("{}") || other.includes("{}");
  });
