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
const toDesign = (endpoint: SeenEndpoint, parts: EndpointParts): Design => ({
  ...nothing,
  ...parts,
  endpoints: [endpoint as unknown as Design["endpoints"][number]],
});

function listOwners(design: Design): string[] {
  const { endpoints, parameters, requestBodies, responses, responseHeaders, mediaTypes } = design;
  return [endpoints, parameters, requestBodies, responses, responseHeaders, mediaTypes].flatMap(
    (rows) => rows.map(({ id }) => id),
  );
}

/**
 * Writes again what is known of an endpoint's references, after a change of it or of its parts.
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

/** The same after a known change of parts: what keeps its references is left alone. */
export async function updateUsages(
  db: Database,
  endpoint: SeenEndpoint,
  before: EndpointParts,
  after: EndpointParts,
): Promise<void> {
  const read = (parts: EndpointParts) =>
    Map.groupBy(listDesignUsages(toDesign(endpoint, parts)), ({ ownerId }) => ownerId ?? "");
  const [old, now] = [read(before), read(after)];
  const differing = [...new Set([...old.keys(), ...now.keys()])].filter(
    (id) => JSON.stringify(old.get(id)) !== JSON.stringify(now.get(id)),
  );
  const replaced = differing.filter((id) => old.has(id));
  if (replaced.length > 0) await deleteUsages(db, endpoint, replaced);
  await insertUsages(
    db,
    endpoint,
    differing.flatMap((id) => now.get(id) ?? []),
  );
}
