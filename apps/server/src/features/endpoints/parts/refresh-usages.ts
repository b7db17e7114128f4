import { listDesignUsages } from "@lintel/openapi/usages";
import type { Design } from "@lintel/openapi/design";
import type { Database } from "../../../platform/database/open-database.ts";
import type { SeenEndpoint } from "../../../domain/design/endpoint-sight.ts";
import { deleteUsages, insertUsages } from "../../../domain/design/usage-rows.ts";
import { selectEndpointParts, type EndpointParts } from "./endpoint-parts.store.ts";

const nothing: Design = {
  document: {
    openapi: null,
    title: null,
    version: null,
    description: null,
    rest: null,
    keys: null,
    remnants: null,
  },
  tags: [],
  pathItems: [],
  endpoints: [],
  securityAssignments: [],
  parameters: [],
  requestBodies: [],
  responses: [],
  responseHeaders: [],
  mediaTypes: [],
  components: [],
};

/** The rows of one endpoint as the design model has them. */
function toDesign(endpoint: SeenEndpoint, parts: EndpointParts): Design {
  return {
    ...nothing,
    endpoints: [endpoint as unknown as Design["endpoints"][number]],
    securityAssignments: parts.assignments,
    parameters: parts.parameters,
    requestBodies: parts.requestBodies,
    responses: parts.responses,
    responseHeaders: parts.responseHeaders,
    mediaTypes: parts.mediaTypes,
  };
}

function listOwners(design: Design): string[] {
  const { endpoints, parameters, requestBodies, responses, responseHeaders, mediaTypes } = design;
  return [endpoints, parameters, requestBodies, responses, responseHeaders, mediaTypes].flatMap(
    (rows) => rows.map(({ id }) => id),
  );
}

/**
 * Makes anew what is known of an endpoint's references, after a change of it or of its parts.
 * `gone` are rows that were taken away with it.
 */
export async function refreshUsages(
  db: Database,
  endpoint: SeenEndpoint,
  gone: readonly string[] = [],
): Promise<void> {
  const { organizationId, id, pathItemId } = endpoint;
  const keys = { endpointIds: [id], pathItemIds: [pathItemId] };
  const design = toDesign(endpoint, await selectEndpointParts(db, organizationId, keys));
  await deleteUsages(db, endpoint, [...listOwners(design), ...gone]);
  await insertUsages(db, endpoint, listDesignUsages(design));
}
