import {
  changeSeverities,
  changeVerdicts,
  entryStatuses,
  semverBumps,
} from "../words/comparison.ts";
import Type, { type Static } from "typebox";
import { nullable, record } from "./common.ts";

const Verdict = Type.Enum([...changeVerdicts]);

const EntryStatus = Type.Enum([...entryStatuses]);

const Change = record({
  rule: Type.String({ description: "The name of the rule that found it." }),
  severity: Type.Enum([...changeSeverities]),
  direction: nullable(
    Type.Enum(["request", "response"], { description: "Who sends the changed value." }),
  ),
  method: nullable(Type.String()),
  path: nullable(Type.String()),
  pointer: Type.String({
    description: "A pointer into the new document, or into the old one if it was removed.",
  }),
  message: Type.String(),
  before: Type.Unknown(),
  after: Type.Unknown(),
});

const EndpointEntry = record({
  kind: Type.Enum(["path", "webhook"]),
  method: Type.String(),
  path: Type.String(),
  oldPath: nullable(Type.String()),
  operationId: nullable(Type.String()),
  status: EntryStatus,
  verdict: Verdict,
});

const SchemaEntry = record({ name: Type.String(), status: EntryStatus, verdict: Verdict });

/** What changed between two documents, and what it means for clients. */
export const Comparison = record({
  verdict: Verdict,
  semverBump: Type.Enum([...semverBumps]),
  counts: record({
    breaking: Type.Integer({ minimum: 0 }),
    warn: Type.Integer({ minimum: 0 }),
    info: Type.Integer({ minimum: 0 }),
  }),
  endpoints: Type.Array(EndpointEntry),
  schemas: Type.Array(SchemaEntry),
  changes: Type.Array(Change),
  omittedChanges: Type.Integer({ minimum: 0 }),
  changelog: Type.String({ description: "The same for people, in Markdown." }),
});
export type Comparison = Static<typeof Comparison>;
