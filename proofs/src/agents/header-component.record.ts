import type { Fields } from "./fields.ts";
import type { RecordKind } from "./record-kind.ts";

/** Created and changed by one tool, which must not be called twice for one write. */
export const headerComponentRecord: RecordKind = {
  name: "header component",
  create: (_, mark) => ({
    tool: "manage_header_component",
    fields: { ...level, action: "create", ...write(mark) },
  }),
  update: (_, { id, rowVersion }, mark) => ({
    tool: "manage_header_component",
    fields: { ...level, action: "update", componentId: id, rowVersion, ...write(mark) },
  }),
  remove: (_, { id }) => ({
    tool: "delete_header_component",
    fields: { ...level, componentId: id },
  }),
  read: (_, id) => ({ tool: "get_header_component", fields: { ...level, componentId: id } }),
  list: () => ({ tool: "list_header_components", fields: level }),
  recordOf: ({ component }) => component as Fields,
  marksOf: ({ name, description, example }) => [
    String(name).replace("X-", ""),
    description,
    example,
  ],
  markOf: ({ name }) => /^X-(\S+)$/.exec(String(name))?.[1] ?? null,
};

const level = { level: "project" };

function write(mark: string): Fields {
  return { name: `X-${mark}`, schemaType: "string", description: mark, example: mark };
}
