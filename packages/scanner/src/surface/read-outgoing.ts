import { listOf, memberOf, textOf } from "@lintel/json/value";
import { stepInto, type Place } from "@lintel/json/place";
import { followMembers, type DocumentView } from "@lintel/openapi/view";
import type { Operation, OutgoingCall } from "./surface.types.ts";

/** Callbacks of an operation: the addresses in their names and in their servers (OpenAPI 3.2.0 §4.18). */
export function readCallbacks(
  document: DocumentView,
  operation: Operation,
  place: Place,
): OutgoingCall[] {
  return [...followMembers(document, stepInto(place, "callbacks"))].flatMap(([name, callback]) =>
    [...followMembers(document, callback)].flatMap(([expression, item]) =>
      [expression, ...listServers(item)].map((url) => ({ name, operation, url })),
    ),
  );
}

/** Webhooks have an address only where a server says so. */
export const readWebhooks = (document: DocumentView): OutgoingCall[] =>
  [...followMembers(document, stepInto(document.root, "webhooks"))].flatMap(([name, item]) =>
    listServers(item).map((url) => ({ name, operation: null, url })),
  );

/** The servers of a path item and of its operations. */
const listServers = ({ value }: Place): string[] =>
  [value, ...Object.values(value ?? {})]
    .flatMap((holder) => listOf(memberOf(holder, "servers")))
    .flatMap((server) => textOf(memberOf(server, "url")) ?? []);
