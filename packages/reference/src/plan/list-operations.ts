import { follow, readObject, type DocumentView } from "@lintel/openapi/view";
import { isObject, listOf, memberOf, textOf } from "@lintel/json/value";
import { stepInto, type Place } from "@lintel/json/place";
import { operationMethods } from "@lintel/openapi/design";
import { eraseVariables } from "@lintel/contract/words/path-template";
import { makeSlugGiver } from "./make-slug.ts";
import type { OperationEntry, ReferenceOptions } from "./reference.types.ts";
import { readDeprecation } from "./read-deprecation.ts";

/** An operation of a path item; a method of `additionalOperations` (3.2) has its name as sent. */
export interface FoundOperation {
  readonly method: string;
  readonly operation: Place;
}

export function listMethods(item: Place): FoundOperation[] {
  const found: FoundOperation[] = [];
  for (const name of Object.keys(readObject(item))) {
    if (!operationMethods.includes(name)) continue;
    found.push({ method: name.toUpperCase(), operation: stepInto(item, name) });
  }
  const additional = stepInto(item, "additionalOperations");
  for (const name of Object.keys(readObject(additional))) {
    found.push({ method: name, operation: stepInto(additional, name) });
  }
  return found.filter(({ operation }) => isObject(operation.value));
}

const nonEmpty = (text: string | null): string | null => (text?.trim() === "" ? null : text);

function makeEntries(
  view: DocumentView,
  kind: OperationEntry["kind"],
  items: Place,
  deprecations: ReferenceOptions["deprecations"],
): OperationEntry[] {
  const give = makeSlugGiver();
  return Object.keys(readObject(items))
    .filter((route) => !route.startsWith("x-"))
    .flatMap((route) => {
      const item = follow(view, stepInto(items, route));
      return listMethods(item).map(({ method, operation }): OperationEntry => {
        const id = nonEmpty(textOf(memberOf(operation.value, "operationId")));
        const fallback = `${method} ${route}`;
        const candidates = kind === "webhook" ? [route, fallback] : [id ?? fallback, fallback];
        const summary = nonEmpty(textOf(memberOf(operation.value, "summary")));
        const tags = listOf(memberOf(operation.value, "tags"));
        const given = deprecations?.get(eraseVariables(fallback));
        const deprecation = given ?? readDeprecation(operation.value);
        return {
          kind,
          path: `${kind}s/${give(candidates, kind)}`,
          title: summary ?? (kind === "webhook" ? route : (id ?? fallback)),
          deprecated: deprecation !== null,
          deprecation,
          method,
          route,
          item,
          operation,
          tags: tags.filter((tag) => typeof tag === "string"),
        };
      });
    });
}

/** The operations of all paths, in the order of the document. */
export const listOperations = (
  view: DocumentView,
  deprecations?: ReferenceOptions["deprecations"],
): OperationEntry[] => makeEntries(view, "operation", stepInto(view.root, "paths"), deprecations);

/** The webhooks (3.1 and later), in the order of the document. */
export const listWebhooks = (view: DocumentView): OperationEntry[] =>
  makeEntries(view, "webhook", stepInto(view.root, "webhooks"), undefined);
