import type { Fields } from "./fields.ts";
import type { RecordKind, Workplace } from "./record-kind.ts";

/** Its path also creates a parameter, which is a separate row. */
export const endpointRecord: RecordKind = {
  name: "endpoint",
  create: (place, mark) => ({ tool: "create_endpoint", fields: write(place, mark) }),
  update: (place, { id, rowVersion }, mark) => ({
    tool: "update_endpoint",
    fields: { endpointId: id, rowVersion, ...write(place, mark) },
  }),
  remove: ({ specId, versionId }, { id }) => ({
    tool: "delete_endpoint",
    fields: { specId, versionId, endpointId: id },
  }),
  read: ({ specId }, id) => ({ tool: "get_endpoint", fields: { specId, endpointId: id } }),
  list: ({ specId }) => ({ tool: "list_endpoints", fields: { specId, take: 100 } }),
  marksOf: ({ path, summary, description, operationId, parameters }) => [
    String(path).split("/")[1],
    summary,
    description,
    operationId,
    ...(parameters as Fields[]).map(({ name }) => name),
  ],
  markOf: ({ summary }) => (typeof summary === "string" ? summary : null),
};

function write({ specId, versionId }: Workplace, mark: string): Fields {
  const texts = { summary: mark, description: mark, operationId: mark };
  return { specId, versionId, path: `/${mark}/{${mark}}`, method: "get", ...texts };
}
