import type { Fields } from "./fields.ts";
import type { RecordKind } from "./record-kind.ts";

/** Written by create, update and delete; its variables are separate rows. */
export const environmentRecord: RecordKind = {
  name: "environment",
  create: (_, mark) => ({ tool: "create_environment", fields: write(mark) }),
  update: (_, { id, rowVersion }, mark) => ({
    tool: "update_environment",
    fields: { environmentId: id, rowVersion, ...write(mark) },
  }),
  remove: (_, { id }) => ({ tool: "delete_environment", fields: { environmentId: id } }),
  read: (_, id) => ({ tool: "get_environment", fields: { environmentId: id } }),
  list: () => ({ tool: "list_environments", fields: {} }),
  marksOf: ({ name, baseUrl, variables }) => [
    String(name).replace("environment ", ""),
    String(baseUrl).split("/").at(-1),
    ...(variables as Fields[]).map(({ value }) => value),
  ],
  markOf: ({ name }) => /^environment (\S+)$/.exec(String(name))?.[1] ?? null,
};

function write(mark: string): Fields {
  const variables = ["first", "second"].map((name) => ({ name, value: mark }));
  return { name: `environment ${mark}`, baseUrl: `http://127.0.0.1:1/${mark}`, variables };
}
