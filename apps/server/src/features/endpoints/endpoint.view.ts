import type {
  Endpoint,
  EndpointCollision,
  EndpointDetail,
  EndpointItem,
} from "@lintel/contract/shapes/endpoint";
import type { SecurityAssignment } from "@lintel/contract/shapes/security-assignment";
import { encodeRowVersion } from "../../platform/database/row-version.ts";
import type { FindId } from "../../domain/design/component-refs.ts";
import type { EndpointParts, StoredAssignment } from "./parts/endpoint-parts.store.ts";
import type { CollidingEndpoint, ListedEndpoint, ShownEndpoint } from "./endpoint.store.ts";
import { toParameter } from "./parts/parameter.view.ts";
import { toRequestBody, toResponse } from "./parts/payload.view.ts";

export function toEndpointItem(row: ListedEndpoint): EndpointItem {
  return {
    id: row.id,
    specId: row.specId,
    versionId: row.versionId,
    folderId: row.folderId,
    position: Number(row.place),
    method: row.method as EndpointItem["method"],
    path: row.path,
    summary: row.summary,
    operationId: row.operationId,
    tags: row.tags,
    isDeprecated: row.isDeprecated,
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}

export function toEndpoint(row: ShownEndpoint): Endpoint {
  const { description, internalNotes } = row;
  return { ...toEndpointItem(row), description, internalNotes };
}

/** The rows of an endpoint's parts. Rows of other endpoints are ignored. */
export function toEndpointDetail(
  row: ShownEndpoint,
  parts: EndpointParts,
  findId: FindId,
): EndpointDetail {
  const { id, pathItemId } = row;
  const body = parts.requestBodies.find(({ endpointId }) => endpointId === id);
  return {
    ...toEndpoint(row),
    parameters: parts.parameters
      .filter((each) => each.endpointId === id || each.pathItemId === pathItemId)
      .map((each) => toParameter(each, findId)),
    requestBody:
      body === undefined
        ? null
        : toRequestBody(
            body,
            parts.mediaTypes.filter(({ requestBodyId }) => requestBodyId === body.id),
            findId,
          ),
    responses: parts.responses
      .filter(({ endpointId }) => endpointId === id)
      .map((response) =>
        toResponse(
          response,
          parts.mediaTypes.filter(({ responseId }) => responseId === response.id),
          parts.responseHeaders.filter(({ responseId }) => responseId === response.id),
          findId,
        ),
      ),
    securitySchemes: parts.securityAssignments
      .filter(({ endpointId }) => endpointId === id)
      .map((each) => toAssignment(each, row.rowVersion, findId)),
  };
}

/** An assignment is part of its endpoint's object and has its row version. */
export function toAssignment(
  row: StoredAssignment,
  rowVersion: string,
  findId: FindId,
): SecurityAssignment {
  const { id, schemeName: name, scopes, alternative } = row;
  return {
    securitySchemeAssignmentId: id,
    securitySchemeId: findId(name === null ? null : { kind: "securitySchemes", name }),
    name,
    scopes,
    alternative,
    rowVersion: encodeRowVersion(rowVersion),
  };
}

/** Groups rows that are sorted by form and method. */
export function toCollisions(rows: readonly CollidingEndpoint[]): EndpointCollision[] {
  const groups: EndpointCollision[] = [];
  for (const row of rows) {
    const { form, specName, version } = row;
    const endpoint = { ...toEndpointItem(row), specName, version };
    const last = groups.at(-1);
    if (last !== undefined && last.method === row.method && last.path === form) {
      last.endpoints.push(endpoint);
    } else {
      groups.push({ method: endpoint.method, path: form, endpoints: [endpoint] });
    }
  }
  return groups;
}
