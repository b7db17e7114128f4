import type { Selectable } from "kysely";
import type {
  MediaTypeRow,
  ParameterRow,
  RequestBodyRow,
  ResponseHeaderRow,
  ResponseRow,
  SecurityAssignmentRow,
} from "../../../platform/database/design-tables.ts";
import type { Database } from "../../../platform/database/open-database.ts";

export type StoredParameter = Selectable<ParameterRow>;
export type StoredRequestBody = Selectable<RequestBodyRow>;
export type StoredResponse = Selectable<ResponseRow>;
export type StoredResponseHeader = Selectable<ResponseHeaderRow>;
export type StoredMediaType = Selectable<MediaTypeRow>;
export type StoredAssignment = Selectable<SecurityAssignmentRow>;

/** What endpoints of one version own, each kind in its order; parameters of their paths as well. */
export interface EndpointParts {
  readonly parameters: readonly StoredParameter[];
  readonly requestBodies: readonly StoredRequestBody[];
  readonly responses: readonly StoredResponse[];
  readonly responseHeaders: readonly StoredResponseHeader[];
  readonly mediaTypes: readonly StoredMediaType[];
  readonly assignments: readonly StoredAssignment[];
}

/** Which endpoints, with the paths that they stand under. */
export interface EndpointKeys {
  readonly endpointIds: readonly string[];
  readonly pathItemIds: readonly string[];
}

export async function selectEndpointParts(
  db: Database,
  organizationId: string,
  { endpointIds, pathItemIds }: EndpointKeys,
): Promise<EndpointParts> {
  const parameters = await db
    .selectFrom("parameter")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where((eb) =>
      eb.or([eb("endpointId", "in", endpointIds), eb("pathItemId", "in", pathItemIds)]),
    )
    .orderBy("position")
    .execute();
  const requestBodies = await db
    .selectFrom("requestBody")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("endpointId", "in", endpointIds)
    .execute();
  const responses = await db
    .selectFrom("response")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("endpointId", "in", endpointIds)
    .orderBy("position")
    .execute();
  const assignments = await db
    .selectFrom("securityAssignment")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("endpointId", "in", endpointIds)
    .orderBy("alternative")
    .orderBy("position")
    .execute();
  const responseIds = responses.map(({ id }) => id);
  const bodyIds = requestBodies.map(({ id }) => id);
  return {
    parameters,
    requestBodies,
    responses,
    assignments,
    responseHeaders: await selectResponseHeaders(db, organizationId, responseIds),
    mediaTypes: await selectMediaTypes(db, organizationId, bodyIds, responseIds),
  };
}

export async function selectResponseHeaders(
  db: Database,
  organizationId: string,
  responseIds: readonly string[],
): Promise<StoredResponseHeader[]> {
  if (responseIds.length === 0) return [];
  return db
    .selectFrom("responseHeader")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("responseId", "in", responseIds)
    .orderBy("position")
    .execute();
}

export async function selectMediaTypes(
  db: Database,
  organizationId: string,
  requestBodyIds: readonly string[],
  responseIds: readonly string[],
): Promise<StoredMediaType[]> {
  if (requestBodyIds.length + responseIds.length === 0) return [];
  return db
    .selectFrom("mediaType")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where((eb) =>
      eb.or([
        ...(requestBodyIds.length === 0 ? [] : [eb("requestBodyId", "in", requestBodyIds)]),
        ...(responseIds.length === 0 ? [] : [eb("responseId", "in", responseIds)]),
      ]),
    )
    .orderBy("position")
    .execute();
}
