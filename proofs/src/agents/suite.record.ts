import type { Fields } from "./fields.ts";
import type { RecordKind } from "./record-kind.ts";

export const suiteRecord: RecordKind = {
  name: "suite",
  create: (_, mark) => ({ tool: "create_suite", fields: write(mark) }),
  update: (_, { id, rowVersion }, mark) => ({
    tool: "update_suite",
    fields: { suiteId: id, rowVersion, ...write(mark) },
  }),
  remove: (_, { id }) => ({ tool: "delete_suite", fields: { suiteId: id } }),
  read: (_, id) => ({ tool: "get_suite", fields: { suiteId: id } }),
  list: () => ({ tool: "list_suites", fields: { take: 100 } }),
  marksOf: ({ name, description, variables, tags }) => [
    String(name).replace("suite ", ""),
    description,
    (variables as Fields)["mark"],
    ...(tags as string[]),
  ],
  markOf: ({ name }) => /^suite (\S+)$/.exec(String(name))?.[1] ?? null,
};

function write(mark: string): Fields {
  return { name: `suite ${mark}`, description: mark, tags: [mark], variables: { mark } };
}
