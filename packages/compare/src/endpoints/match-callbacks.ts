import { follow, followMembers, type DocumentView } from "@lintel/openapi/view";
import { objectOf } from "@lintel/json/value";
import { stepInto, type Place } from "@lintel/json/place";
import { callbackRules } from "../rules/callback.rules.ts";
import { apiCalls, clientCalls, type Comparison, type OperationPair } from "./comparison.types.ts";
import { listMethods } from "./list-operations.ts";

interface Callback {
  readonly name: string;
  readonly item: Place;
  readonly operation: Place;
}

/** The operations of an operation's callbacks, by callback, expression and method. */
function listCallbacks(document: DocumentView, operation: Place): Map<string, Callback> {
  const list = new Map<string, Callback>();
  for (const [name, callback] of followMembers(document, stepInto(operation, "callbacks"))) {
    const expressions = Object.keys(objectOf(callback.value)).filter(
      (key) => !key.startsWith("x-"),
    );
    for (const expression of expressions) {
      const item = follow(document, stepInto(callback, expression));
      for (const [method, inner] of listMethods(item)) {
        // If the callback has a single expression, it identifies the operation, whatever its text.
        const address = expressions.length === 1 ? "" : expression;
        list.set(`${name} ${method} ${address}`, {
          name: `${name} (${method})`,
          item,
          operation: inner,
        });
      }
    }
  }
  return list;
}

/** Matches the callbacks of two operations, and reports added and removed ones. */
export function matchCallbacks(comparison: Comparison, pair: OperationPair): OperationPair[] {
  const before = listCallbacks(comparison.before, pair.before.operation);
  const after = listCallbacks(comparison.after, pair.after.operation);
  const { tally } = pair;
  const flow = pair.flow === clientCalls ? apiCalls : clientCalls;
  const pairs: OperationPair[] = [];
  for (const [key, old] of before) {
    const now = after.get(key);
    if (now !== undefined) {
      pairs.push({ before: { path: "", ...old }, after: { path: "", ...now }, flow, tally });
    } else {
      const rule = callbackRules.removed;
      const { name } = old;
      comparison.recorder.record({ rule, direction: null, at: old.operation.at, tally, name });
    }
  }
  for (const [key, { name, operation }] of after) {
    if (before.has(key)) continue;
    const rule = callbackRules.added;
    comparison.recorder.record({ rule, direction: null, at: operation.at, tally, name });
  }
  return pairs;
}
