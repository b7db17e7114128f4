import { isObject, memberOf, type JsonObject } from "@lintel/json/value";
import type { EndpointRow, Remnant } from "../design.types.ts";
import { splitMembers, endpointTable } from "../member-tables.ts";
import { gatherRemnants, warnKept, within, type SplitContext } from "./split-context.ts";
import { splitMap } from "./split-map.ts";
import { splitParameters } from "./split-parameters.ts";
import { splitRequestBody, splitResponse } from "./split-payload.ts";
import { splitSecurity } from "./split-security.ts";

/** An endpoint during the split, with the members that became rows. */
interface Splitting {
  readonly context: SplitContext;
  readonly operation: JsonObject;
  readonly endpointId: string;
  readonly taken: Map<string, boolean>;
}

const responseForm = {
  isName: (name: string) => /^(?:[1-5](?:\d\d|XX)|default)$/.test(name),
  wanted: "a response by its status, such as 200, 2XX or default",
};

function takeParameters({ context, operation, endpointId, taken }: Splitting): void {
  const value = memberOf(operation, "parameters");
  if (value === undefined) return;
  const split = splitParameters(context, value, { endpointId, pathItemId: null });
  if (split !== null) taken.set("parameters", split.isEmpty);
}

function takeRequestBody({ context, operation, endpointId, taken }: Splitting): void {
  const body = memberOf(operation, "requestBody");
  if (body === undefined) return;
  if (!isObject(body)) return warnKept(context, "requestBody", "a request body");
  within(context, "requestBody", () => splitRequestBody(context, body, endpointId));
  taken.set("requestBody", false);
}

function takeResponses(splitting: Splitting): Remnant | undefined {
  const { context, operation, endpointId, taken } = splitting;
  const responses = memberOf(operation, "responses");
  if (responses === undefined) return undefined;
  if (!isObject(responses)) {
    warnKept(context, "responses", "a map of responses");
    return undefined;
  }
  const { entries, remnant, isEmpty } = splitMap(context, "responses", responses, responseForm);
  within(context, "responses", () => {
    for (const [position, [statusCode, response]] of entries.entries()) {
      const place = { endpointId, statusCode, position };
      within(context, statusCode, () => splitResponse(context, response, place));
    }
  });
  taken.set("responses", isEmpty);
  return remnant;
}

function takeSecurity({ context, operation, endpointId, taken }: Splitting): void {
  const value = memberOf(operation, "security");
  if (value === undefined) return;
  const split = splitSecurity(context, value, endpointId);
  if (split !== null) taken.set("security", split.isEmpty);
}

/** Makes rows of an operation and all nested objects. */
export function splitEndpoint(
  context: SplitContext,
  operation: JsonObject,
  place: Pick<EndpointRow, "pathItemId" | "method">,
): void {
  const endpointId = context.newId();
  const position = context.design.endpoints.length;
  const splitting = { context, operation, endpointId, taken: new Map<string, boolean>() };
  takeParameters(splitting);
  takeRequestBody(splitting);
  const responses = takeResponses(splitting);
  takeSecurity(splitting);
  const { columns, remnant } = splitMembers(
    operation,
    endpointTable,
    context.version,
    splitting.taken,
  );
  context.design.endpoints.push({
    id: endpointId,
    ...place,
    position,
    ...columns,
    ...remnant,
    remnants: gatherRemnants({ responses }),
  });
}
