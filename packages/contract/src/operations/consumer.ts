import Type, { type Static } from "typebox";
import { file, operation } from "../declare/operation.ts";
import {
  Id,
  ifMatchOf,
  Name,
  nullable,
  page,
  pagingInput,
  record,
  RowVersion,
  Timestamp,
} from "../shapes/common.ts";
import { idOf } from "../shapes/design.ts";

const group = "Traffic";
const toolset = "deprecation";
const base = "/api/projects/{projectId}/consumers";

const owner = Type.Optional(
  nullable(
    Type.String({
      maxLength: 200,
      pattern: "^[^\\p{Cc}\\p{Cs}]*$",
      description: "Who answers for it, such as a team.",
    }),
  ),
);
const contacts = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: "^[^\\p{Cc}\\p{Cs}]*$" }), {
    maxItems: 20,
    description: "Where its owner is reached, such as mail addresses.",
  }),
);
const Identifier = Type.String({ minLength: 1, maxLength: 4096, pattern: "^[^\\p{Cc}\\p{Cs}]+$" });

/** A program or a company that calls the API. */
export const Consumer = record({
  id: Id,
  name: Name,
  owner: nullable(Type.String()),
  contacts: Type.Array(Type.String()),
  claims: Type.Array(Type.String()),
  credentialCount: Type.Integer({
    minimum: 0,
    description: "Only keyed digests of them are kept.",
  }),
  modifiedAt: Timestamp,
  rowVersion: RowVersion,
});
export type Consumer = Static<typeof Consumer>;

/** The calls of a consumer for an operation. */
export const Caller = record({
  specId: Id,
  operation: Type.String({ description: "Method and path, without the names of its variables." }),
  consumer: Type.String({ description: "A keyed digest, or `anonymous`." }),
  name: nullable(Type.String({ description: "null: the consumer is not registered." })),
  owner: nullable(Type.String()),
  contacts: Type.Array(Type.String()),
  requests: Type.Integer({ minimum: 0, description: "Calls that were answered 410 count." }),
  lastCalledAt: Timestamp,
});
export type Caller = Static<typeof Caller>;

const reading = {
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
} as const;

export const listConsumers = operation({
  ...reading,
  name: "listConsumers",
  title: "List consumers",
  summary: "List who is registered as a caller of the project's APIs, by name.",
  rest: { method: "GET", path: base },
  tool: { name: "list_consumers", toolset },
  input: { ...pagingInput },
  output: page(Consumer),
  problems: [],
});

export const exportConsumers = operation({
  ...reading,
  name: "exportConsumers",
  title: "Export consumers",
  summary: "Return the registered consumers as CSV, without their credentials.",
  rest: { method: "GET", path: `${base}/export` },
  input: {},
  output: file(["text/csv"]),
  problems: [],
});

export const saveConsumer = operation({
  name: "saveConsumer",
  title: "Register a consumer",
  summary:
    "Register who calls under a claim or a credential, or replace the consumer of that name. Of credentials only keyed digests are kept.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "consumer.saved",
  rest: { method: "POST", path: base, at: { ifMatch: "header" } },
  tool: { name: "register_consumer", toolset, unlisted: ["ifMatch"] },
  input: {
    name: Name,
    owner,
    contacts,
    claims: Type.Optional(
      Type.Array(Identifier, { maxItems: 50, description: "Values of claims that identify it." }),
    ),
    credentials: Type.Optional(
      Type.Array(Identifier, {
        maxItems: 50,
        description: "Credentials that identify it. Omit them to keep those that are known.",
      }),
    ),
    ifMatch: ifMatchOf("the consumer"),
  },
  output: Consumer,
  problems: ["NAME_TAKEN", "PRECONDITION_FAILED"],
});

export const importConsumers = operation({
  name: "importConsumers",
  title: "Import consumers",
  summary:
    "Register the consumers of a CSV text with the columns name, owner, contacts and claims; several values of a cell are separated by semicolons. All or none.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "consumer.saved",
  rest: { method: "POST", path: `${base}/import` },
  input: {
    csv: Type.String({
      minLength: 1,
      maxLength: 1_000_000,
      pattern: "^[^\\u0000\\p{Cs}]*$",
      description: "The text; its first line names the columns.",
    }),
  },
  output: record({ saved: Type.Integer({ minimum: 0, description: "How many were registered." }) }),
  problems: ["NAME_TAKEN"],
});

export const deleteConsumer = operation({
  name: "deleteConsumer",
  title: "Delete a consumer",
  summary: "Delete a registered consumer; its counted calls are kept.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "consumer.deleted",
  rest: { method: "DELETE", path: `${base}/{consumerId}` },
  input: { consumerId: idOf("The consumer.") },
  output: null,
  problems: [],
});

const callerFilters = {
  specId: Type.Optional(idOf("Only callers of this specification.")),
  planId: Type.Optional(idOf("Only callers of what this deprecation plan is about.")),
  daysBack: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 400,
      default: 30,
      description: "How many days of calls to count.",
    }),
  ),
};

export const listCallers = operation({
  ...reading,
  name: "listCallers",
  title: "List who still calls",
  summary: "List which consumers called which operations in the last days, the latest first.",
  rest: { method: "GET", path: "/api/projects/{projectId}/callers" },
  tool: { name: "list_callers", toolset },
  input: { ...callerFilters, ...pagingInput },
  output: page(Caller),
  problems: [],
});

export const exportCallers = operation({
  ...reading,
  name: "exportCallers",
  title: "Export who still calls",
  summary: "Return which consumers called which operations as CSV, at most 10,000 lines.",
  rest: { method: "GET", path: "/api/projects/{projectId}/callers/export" },
  input: callerFilters,
  output: file(["text/csv"]),
  problems: [],
});
