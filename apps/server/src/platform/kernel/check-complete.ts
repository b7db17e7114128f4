import type { AnyOperation } from "@lintel/contract/operation";
import type { Implementation } from "./implementation.ts";

/**
 * Every declaration has one implementation and the reverse, or nothing starts.
 *
 * @throws Error naming each operation that is at fault.
 */
export function checkComplete(
  declared: readonly AnyOperation[],
  implementations: readonly Implementation[],
): void {
  const bound = implementations.map((implementation) => implementation.operation);
  const missing = declared.filter((operation) => !bound.includes(operation));
  const unknown = bound.filter((operation) => !declared.includes(operation));
  const twice = bound.filter((operation, at) => bound.indexOf(operation) !== at);
  const unfindable = implementations.filter(
    ({ operation, locate }) => operation.rest?.project === "found" && locate === undefined,
  );
  const eventless = declared.filter(
    ({ effect, event }) => effect !== "read" && event === undefined,
  );
  const faults = [
    ...missing.map(({ name }) => `${name} is declared and not implemented`),
    ...unknown.map(({ name }) => `${name} is implemented and not in the catalog`),
    ...twice.map(({ name }) => `${name} is implemented twice`),
    ...unfindable.map(({ operation }) => `${operation.name} does not say how its project is found`),
    ...eventless.map(({ name }) => `${name} changes something and has no audit event`),
  ];
  if (faults.length > 0) throw new Error(`The operations are not complete: ${faults.join("; ")}.`);
}
