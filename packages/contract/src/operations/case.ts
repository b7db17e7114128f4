import Type, { type Static } from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, Name, page, pagingInput, record, RowVersion, Timestamp } from "../shapes/common.ts";
import { caseFields, phases } from "../shapes/test-case.ts";
import { TestRequest } from "../shapes/test-request.ts";

const group = "Cases";
const base = "/api/projects/{projectId}/suites/{suiteId}/cases";

const PhaseField = Type.Enum([...phases], {
  description: "Set-up runs before the tests, tear-down after them whatever happened.",
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
  summary: "The cases of a suite in the order in which they run.",
  group,
  permission: "tests:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: base },
  input: { suiteId: Id, ...pagingInput },
  output: page(TestCase),
  problems: [],
});

export const createCase = operation({
  name: "createCase",
  title: "Create a case",
  summary: "Adds a case at the end of its phase.",
  group,
  permission: "tests:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "case.created",
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
  summary: "One case with its request, assertions and extractions.",
  group,
  permission: "tests:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: `${base}/{caseId}` },
  input: { suiteId: Id, caseId: Id },
  output: TestCase,
  problems: [],
});

export const updateCase = operation({
  name: "updateCase",
  title: "Replace a case",
  summary: "Replaces what the case is made of; fields that are left out are cleared.",
  group,
  permission: "tests:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "case.updated",
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
  summary: "Takes the case out of its suite.",
  group,
  permission: "tests:write",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "case.deleted",
  rest: { method: "DELETE", path: `${base}/{caseId}` },
  input: { suiteId: Id, caseId: Id },
  output: null,
  problems: ["IN_USE"],
});

export const reorderCases = operation({
  name: "reorderCases",
  title: "Reorder cases",
  summary: "Puts all cases of one phase in the order given.",
  group,
  permission: "tests:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "case.reordered",
  rest: {
    method: "PUT",
    path: "/api/projects/{projectId}/suites/{suiteId}/case-order",
    status: 204,
  },
  input: {
    suiteId: Id,
    phase: PhaseField,
    ids: Type.Array(Id, { maxItems: 2000, uniqueItems: true }),
  },
  output: null,
  problems: ["TREE_ITEMS_MISMATCH"],
});
