import Type, { type Static } from "typebox";
import { file, operation } from "../declare/operation.ts";
import {
  Id,
  Name,
  nullable,
  page,
  pagingInput,
  record,
  RowVersion,
  Timestamp,
} from "../shapes/common.ts";
import { FolderPath, suiteFields } from "../shapes/test-suite.ts";

const group = "Suites";
const base = "/api/projects/{projectId}/suites";

export const SuiteItem = record({
  id: Id,
  name: Name,
  description: nullable(Type.String()),
  folder: FolderPath,
  tags: Type.Array(Type.String()),
  testCaseCount: Type.Integer({ minimum: 0, description: "Cases of the test phase." }),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
});
export type SuiteItem = Static<typeof SuiteItem>;

export const Suite = record({
  ...SuiteItem.properties,
  variables: Type.Required(Type.Object({ v: suiteFields.variables })).properties.v,
  defaults: Type.Required(Type.Object({ v: suiteFields.defaults })).properties.v,
  data: Type.Required(Type.Object({ v: suiteFields.data })).properties.v,
  rowVersion: RowVersion,
});
export type Suite = Static<typeof Suite>;

export const listSuites = operation({
  name: "listSuites",
  title: "List suites",
  summary: "List which test suites the project has.",
  group: "CI & Test Runs",
  permission: "tests:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: true,
  tool: { name: "list_suites", toolset: "testing" },
  rest: { method: "GET", path: "/api/cli/suites" },
  input: {
    name: Type.Optional(
      Type.String({
        maxLength: 120,
        description: "Only the suite with exactly this name.",
      }),
    ),
    ...pagingInput,
  },
  output: page(SuiteItem),
  problems: [],
});

export const createSuite = operation({
  name: "createSuite",
  title: "Create a suite",
  summary: "Start a new, empty test suite; cases are added to it.",
  group,
  permission: "tests:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "suite.created",
  tool: { name: "create_suite", toolset: "testing" },
  rest: { method: "POST", path: base, status: 201, location: `${base}/{id}` },
  input: suiteFields,
  output: Suite,
  problems: ["NAME_TAKEN"],
});

export const getSuite = operation({
  name: "getSuite",
  title: "Read a suite",
  summary: "Show a test suite without its cases.",
  group,
  permission: "tests:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "get_suite", toolset: "testing" },
  rest: { method: "GET", path: `${base}/{suiteId}` },
  input: { suiteId: Id },
  output: Suite,
  problems: [],
});

export const updateSuite = operation({
  name: "updateSuite",
  title: "Change a suite",
  summary:
    "Change a test suite. Omitted fields are kept. A change of a case also changes the rowVersion.",
  group,
  permission: "tests:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "suite.updated",
  tool: { name: "update_suite", toolset: "testing" },
  rest: { method: "PATCH", path: `${base}/{suiteId}` },
  input: { suiteId: Id, ...suiteFields, name: Type.Optional(Name), rowVersion: RowVersion },
  output: Suite,
  problems: ["CONCURRENCY_CONFLICT", "NAME_TAKEN"],
});

export const deleteSuite = operation({
  name: "deleteSuite",
  title: "Delete a suite",
  summary: "Delete a test suite with all its cases; its runs are kept.",
  group,
  permission: "tests:write",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "suite.deleted",
  tool: { name: "delete_suite", toolset: "testing" },
  rest: { method: "DELETE", path: `${base}/{suiteId}` },
  input: { suiteId: Id },
  output: null,
  problems: [],
});

export const reorderSuites = operation({
  name: "reorderSuites",
  title: "Reorder suites",
  summary: "Puts all suites of one folder in the given order.",
  group,
  permission: "tests:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "suite.reordered",
  rest: { method: "PUT", path: `${base}/order`, status: 204 },
  input: { folder: FolderPath, ids: Type.Array(Id, { maxItems: 10_000 }) },
  output: null,
  problems: ["TREE_ITEMS_MISMATCH"],
});

export const exportSuite = operation({
  name: "exportSuite",
  title: "Read a suite as a file",
  summary: "Export a test suite with all its cases as one readable YAML file.",
  group,
  permission: "tests:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "export_suite", toolset: "testing" },
  rest: { method: "GET", path: `${base}/{suiteId}/file` },
  input: { suiteId: Id },
  output: file(["application/yaml"]),
  problems: [],
});

export const importSuite = operation({
  name: "importSuite",
  title: "Store a suite from a file",
  summary:
    "Import a test suite from YAML: create it, or update the suite of that folder and name. Cases keep their ids by name.",
  group,
  permission: "tests:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "suite.imported",
  tool: { name: "import_suite", toolset: "testing" },
  rest: { method: "POST", path: `${base}/import` },
  input: {
    yaml: Type.String({ minLength: 1, maxLength: 4_000_000 }),
    rowVersion: Type.Optional(RowVersion),
  },
  output: record({
    id: Id,
    isNew: Type.Boolean(),
    added: Type.Integer({ minimum: 0 }),
    changed: Type.Integer({ minimum: 0 }),
    removed: Type.Integer({ minimum: 0 }),
    changedSettings: Type.Array(
      Type.String({ description: "description, tags, variables, defaults, data or order." }),
      { description: "What changed in the suite itself, apart from its cases." },
    ),
    rowVersion: RowVersion,
  }),
  problems: ["CONCURRENCY_CONFLICT"],
});
