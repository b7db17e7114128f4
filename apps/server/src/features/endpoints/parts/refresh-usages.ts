import { listDesignUsages } from "@lintel/openapi/usages";
import type { Design } from "@lintel/openapi/design";
import type { Database } from "../../../platform/database/open-database.ts";
import type { VisibleEndpoint } from "../../../domain/design/endpoint-visibility.ts";
import { deleteUsages, insertUsages } from "../../../domain/design/usage-rows.ts";
import { partKinds, selectEndpointParts, type EndpointParts } from "./endpoint-parts.store.ts";

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

/** The rows of one endpoint in the design model. */
const toDesign = (endpoint: VisibleEndpoint, parts: EndpointParts): Design => ({
  ...nothing,
  ...parts,
  endpoints: [endpoint as unknown as Design["endpoints"][number]],
});

/**
 * Writes again what is known of an endpoint's references, after a change of it or of its parts.
 * `gone` are rows that were taken away with it.
 */
export async function refreshUsages(
  db: Database,
  endpoint: VisibleEndpoint,
  gone: readonly string[] = [],
): Promise<void> {
  const { organizationId, id, pathItemId } = endpoint;
  const keys = { endpointIds: [id], pathItemIds: [pathItemId] };
  const parts = await selectEndpointParts(db, organizationId, keys);
  const owners = partKinds.flatMap((kind) => parts[kind].map((row) => row.id));
  await deleteUsages(db, endpoint, [id, ...owners, ...gone]);
  await insertUsages(db, endpoint, listDesignUsages(toDesign(endpoint, parts)));
}

/** The same after a known change of parts: what keeps its references is left alone. */
export async function updateUsages(
  db: Database,
  endpoint: VisibleEndpoint,
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
