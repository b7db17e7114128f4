import Type from "typebox";
import { eventTypes } from "./event-type.ts";
import { Id, nullable, Timestamp } from "../shapes/common.ts";
import { runOutcomes } from "../shapes/test-run.ts";
import { phases } from "../shapes/test-case.ts";
import { Count, FieldNames, Ids } from "./event-fields.ts";

const ofTests = { category: "Tests", permission: "tests:read", isAudited: true } as const;
const ofSuite = { suiteId: Id };
const ofReport = { runId: nullable(Id), findingId: nullable(Id) };

export const testEvents = {
  ...eventTypes(
    { ...ofTests, subjects: ["environment", "project"] },
    {
      "environment.created": {},
      "environment.updated": {
        changed: Type.Optional(FieldNames),
        order: Type.Optional(Ids),
      },
      "environment.deleted": {},
    },
  ),
  ...eventTypes(
    { ...ofTests, subjects: ["suite", "project"] },
    {
      "suite.created": {},
      "suite.updated": { changed: FieldNames },
      "suite.deleted": {},
      "suite.reordered": { order: Ids },
      "suite.imported": { isNew: Type.Boolean(), added: Count, changed: Count, removed: Count },
    },
  ),
  ...eventTypes(
    { ...ofTests, subjects: ["case"] },
    { "case.created": ofSuite, "case.updated": ofSuite, "case.deleted": ofSuite },
  ),
  ...eventTypes(
    { ...ofTests, subjects: ["suite"] },
    { "case.reordered": { phase: Type.Enum([...phases]), order: Ids } },
  ),
  ...eventTypes(
    { ...ofTests, subjects: ["request"] },
    {
      "request.sent": { environmentId: nullable(Id), status: nullable(Type.Integer()) },
      "request.deleted": { count: Count },
    },
  ),
  ...eventTypes(
    { ...ofTests, subjects: ["run"] },
    { "run.started": { suiteId: Id, environmentId: nullable(Id) }, "run.cancelled": ofSuite },
  ),
  ...eventTypes(
    { ...ofTests, permission: "projects:read", subjects: ["reportLink"] },
    {
      "report_link.created": { ...ofReport, expiresAt: Timestamp },
      "report_link.revoked": ofReport,
    },
  ),
  ...eventTypes(
    { ...ofTests, subjects: ["run"], isAudited: false },
    {
      "run.completed": {
        suiteId: Id,
        outcome: Type.Enum([...runOutcomes]),
        allPassed: Type.Boolean(),
      },
    },
  ),
};
