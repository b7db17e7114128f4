import Type, { type Static } from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, page, pagingInput, record, Timestamp } from "../shapes/common.ts";
import { idOf } from "../shapes/design.ts";
import { driftKindNames } from "../words/drift.ts";

const group = "Traffic";
const base = "/api/projects/{projectId}";

/** One way in which answers of an operation differed from the document. */
const Mismatch = record({
  status: Type.Integer({ minimum: 100, maximum: 599 }),
  kind: Type.Enum([...driftKindNames]),
  pointer: Type.String({
    description:
      "The place in the body as a JSON Pointer. `*` is any item, or any member that the schema does not name; empty: the answer as a whole.",
  }),
  answers: Type.Integer({ minimum: 1, description: "How many of the sampled answers." }),
  firstSeenAt: Timestamp,
  lastSeenAt: Timestamp,
});

/** How the sampled answers of an operation compare with its document. */
export const OperationDrift = record({
  environmentId: Id,
  specId: Id,
  versionId: Id,
  operation: Type.String({ description: "Method and path, without the names of its variables." }),
  checked: Type.Integer({ minimum: 0, description: "How many answers were sampled." }),
  drifted: Type.Integer({ minimum: 0, description: "How many of them differed." }),
  lastCheckedAt: Timestamp,
  mismatches: Type.Array(Mismatch),
});
export type OperationDrift = Static<typeof OperationDrift>;

/** Calls that no published version describes. */
export const UndocumentedCall = record({
  environmentId: Id,
  method: Type.String(),
  path: Type.String({ description: "The path, with `{}` for segments that may be values." }),
  requests: Type.Integer({ minimum: 1 }),
  firstCalledAt: Timestamp,
  lastCalledAt: Timestamp,
});
export type UndocumentedCall = Static<typeof UndocumentedCall>;

const reading = {
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
} as const;

const environmentId = Type.Optional(idOf("Only what gateways saw in this environment."));
const daysBack = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 30,
    default: 7,
    description: "Only what was seen within so many days.",
  }),
);

export const listDrift = operation({
  ...reading,
  name: "listDrift",
  title: "List drift",
  summary:
    "List the operations whose answers differ from their document, as gateways saw in samples: the kind and the place of each difference, and no values.",
  tool: { name: "list_drift", toolset: "deprecation" },
  rest: { method: "GET", path: `${base}/drift` },
  input: {
    environmentId,
    specId: Type.Optional(idOf("Only operations of this specification.")),
    daysBack,
    includeMatching: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Whether to list operations whose answers all match as well.",
      }),
    ),
    ...pagingInput,
  },
  output: page(OperationDrift),
  problems: [],
});

export const listUndocumentedCalls = operation({
  ...reading,
  name: "listUndocumentedCalls",
  title: "List undocumented calls",
  summary:
    "List the calls that gateways passed on although no published version describes them, the most frequent first.",
  tool: { name: "list_undocumented_calls", toolset: "deprecation" },
  rest: { method: "GET", path: `${base}/undocumented-calls` },
  input: { environmentId, daysBack, ...pagingInput },
  output: page(UndocumentedCall),
  problems: [],
});
