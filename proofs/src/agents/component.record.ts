import type { Fields } from "./fields.ts";
import type { RecordKind } from "./record-kind.ts";

/** A schema of the specification. */
export const componentRecord: RecordKind = {
  name: "component",
  create: (place, mark) => ({
    tool: "create_component",
    fields: { ...place, kind: "schemas", ...write(mark) },
  }),
  update: (place, { id, rowVersion }, mark) => ({
    tool: "update_component",
    fields: { ...place, componentId: id, rowVersion, ...write(mark) },
  }),
  remove: (place, { id }) => ({
    tool: "delete_component",
    fields: { ...place, componentId: id },
  }),
  read: (place, id) => ({ tool: "get_component", fields: { ...place, componentId: id } }),
  list: (place) => ({ tool: "list_components", fields: { ...place, kind: "schemas", take: 100 } }),
  marksOf: ({ name, content }) => {
    const { title, properties } = content as Fields;
    return [name, title, ...Object.keys(properties as Fields)];
  },
  markOf: ({ name }) => String(name),
};

function write(mark: string): Fields {
  const properties = { [mark]: { type: "string" } };
  return { name: mark, content: { type: "object", title: mark, properties } };
}
