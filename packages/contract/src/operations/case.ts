import Type, { type Static } from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, Name, page, pagingInput, record, RowVersion, Timestamp } from "../shapes/common.ts";
import { caseFields, phases } from "../shapes/test-case.ts";
import { TestRequest } from "../shapes/test-request.ts";

const group = "Cases";
const base = "/api/projects/{projectId}/suites/{suiteId}/cases";

const PhaseField = Type.Enum([...phases], {
  description: "Set-up runs before the tests, tear-down always runs after them.",
});

export const TestCase = record({
  id: Id,
  phase: PhaseField,
  ...caseFields,
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  rowVersion: RowVersion,
});
export type TestCase = Static<typeof TestCase>;

export const listCases = operation({
  name: "listCases",
  title: "List cases",
  summary: "List the cases of a test suite, in the sequence in which they run.",
  group,
  permission: "tests:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "list_cases", toolset: "testing" },
  rest: { method: "GET", path: base },
  input: { suiteId: Id, ...pagingInput },
  output: page(TestCase),
  problems: [],
});

export const createCase = operation({
  name: "createCase",
  title: "Create a case",
  summary:
    "Add a test (a case) to a suite: a request, with assertions on what it answers, at the end of its phase.",
  group,
  permission: "tests:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "case.created",
  tool: { name: "create_case", toolset: "testing" },
  rest: { method: "POST", path: base, status: 201, location: `${base}/{id}` },
  input: {
    suiteId: Id,
    phase: Type.Optional(Type.Enum([...phases], { default: "test" })),
    ...caseFields,
  },
  output: TestCase,
  problems: ["NAME_TAKEN"],
});

export const getCase = operation({
  name: "getCase",
  title: "Read a case",
  summary: "Show a test case with its request, assertions and extractions.",
  group,
  permission: "tests:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "get_case", toolset: "testing" },
  rest: { method: "GET", path: `${base}/{caseId}` },
  input: { suiteId: Id, caseId: Id },
  output: TestCase,
  problems: [],
});

export const updateCase = operation({
  name: "updateCase",
  title: "Replace a case",
  summary:
    "Change a test case: replace its request, assertions and extractions. Omitted fields are cleared.",
  group,
  permission: "tests:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "case.updated",
  tool: { name: "update_case", toolset: "testing" },
  rest: { method: "PUT", path: `${base}/{caseId}` },
  input: {
    suiteId: Id,
    caseId: Id,
    ...caseFields,
    name: Name,
    request: TestRequest,
    rowVersion: RowVersion,
  },
  output: TestCase,
  problems: ["CONCURRENCY_CONFLICT", "NAME_TAKEN"],
});

export const deleteCase = operation({
  name: "deleteCase",
  title: "Delete a case",
  summary: "Delete a test case from its suite.",
  group,
  permission: "tests:write",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "case.deleted",
  tool: { name: "delete_case", toolset: "testing" },
  rest: { method: "DELETE", path: `${base}/{caseId}` },
  input: { suiteId: Id, caseId: Id },
  output: null,
  problems: ["IN_USE"],
});

export const reorderCases = operation({
  name: "reorderCases",
  title: "Reorder cases",
  summary: "Sort the test cases of a suite: all of one phase, in the order in which they run.",
  group,
  permission: "tests:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "case.reordered",
  tool: { name: "reorder_cases", toolset: "testing" },
  rest: {
    method: "PUT",
    path: "/api/projects/{projectId}/suites/{suiteId}/case-order",
    status: 204,
  },
  input: {
    suiteId: Id,
    phase: PhaseField,
    ids: Type.Array(Id, { maxItems: 2000 }),
  },
  output: null,
  problems: ["TREE_ITEMS_MISMATCH"],
});
