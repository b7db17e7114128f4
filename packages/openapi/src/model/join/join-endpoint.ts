import { setMember, type DraftObject, type JsonObject } from "@lintel/json/value";
import type {
  Design,
  EndpointRow,
  ParameterRow,
  RequestBodyRow,
  ResponseRow,
  SecurityAssignmentRow,
} from "../design.types.ts";
import { joinMembers, endpointTable, type Child } from "../member-tables.ts";
import { joinList, joinMap } from "./join-map.ts";
import {
  groupPayload,
  joinParameter,
  joinRequestBody,
  joinResponse,
  type PayloadRows,
} from "./join-payload.ts";
import { groupRows, type RowsOf } from "./rows-of.ts";

/** The rows below endpoints, by their owners. */
export interface EndpointRows extends PayloadRows {
  readonly parameters: RowsOf<ParameterRow>;
  readonly requestBodies: ReadonlyMap<string, RequestBodyRow>;
  readonly responses: RowsOf<ResponseRow>;
  readonly security: RowsOf<SecurityAssignmentRow>;
}

export const groupEndpointRows = (design: Design): EndpointRows => ({
  ...groupPayload(design),
  parameters: groupRows(design.parameters, (row) => row.endpointId),
  requestBodies: new Map(design.requestBodies.map((row) => [row.endpointId, row])),
  responses: groupRows(design.responses, (row) => row.endpointId),
  security: groupRows(design.securityAssignments, (row) => row.endpointId),
});

/**
 * The assignments of one alternative make one requirement; gaps between alternatives are closed.
 */
function joinSecurity(rows: readonly SecurityAssignmentRow[]): Child {
  const requirements = new Map<number, DraftObject>();
  const sorted = [...rows].sort((left, right) => left.alternative - right.alternative);
  for (const { alternative, schemeName, scopes } of sorted) {
    const requirement = requirements.get(alternative) ?? {};
    requirements.set(alternative, requirement);
    if (schemeName !== null) setMember(requirement, schemeName, scopes);
  }
  return joinList("security", [...requirements.values()]);
}

/** An operation's object with all nested objects. */
export function joinEndpoint(row: EndpointRow, rows: EndpointRows): JsonObject {
  const body = rows.requestBodies.get(row.id);
  const responses = rows.responses(row.id);
  const children: Child[] = [joinList("parameters", rows.parameters(row.id).map(joinParameter))];
  if (body !== undefined) {
    const value = joinRequestBody(body, rows);
    children.push({ name: "requestBody", value, isEmpty: false });
  }
  children.push(
    joinMap(
      "responses",
      responses.map((response) => [response.statusCode, joinResponse(response, rows)]),
      row.remnants?.["responses"],
    ),
    joinSecurity(rows.security(row.id)),
  );
  return joinMembers(row, endpointTable, children, row);
}
