import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { nullable, record } from "../shapes/common.ts";
import { idOf } from "../shapes/design.ts";
import { endpointMethods } from "../words/design.ts";

const Call = record({
  specId: Type.String({ format: "uuid", description: "The specification of the API." }),
  method: Type.Enum([...endpointMethods]),
  path: Type.String({
    minLength: 1,
    maxLength: 2000,
    pattern: "^/[^\\u0000]*$",
    description: "The template of the operation, such as /pets/{petId}.",
  }),
  consumer: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        description: "What identifies the caller, such as its key. Only a keyed digest is kept.",
      }),
    ),
  ),
  occurredAt: Type.String({
    format: "date-time",
    description: "From 35 days ago to 5 minutes ahead.",
  }),
  count: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      default: 1,
      description: "How many calls.",
    }),
  ),
});

export const reportUsage = operation({
  name: "reportUsage",
  title: "Report calls",
  summary:
    "Count calls of operations, in batches of at most 1,000. A batch that is sent again with the same id counts once.",
  group: "Deprecation",
  permission: "usage:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: true,
  event: "usage.reported",
  rest: { method: "POST", path: "/api/projects/{projectId}/usage" },
  input: {
    batchId: Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: "^[!-~]+$",
      description: "Names the batch; a repeat of it changes nothing.",
    }),
    source: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 40,
        pattern: "^[a-z0-9-]+$",
        default: "report",
        description: "Where the figures come from, such as a log or a gateway.",
      }),
    ),
    environmentId: Type.Optional(
      idOf("The environment that was called; only its gateway is then compared for the warning."),
    ),
    calls: Type.Array(Call, { minItems: 1, maxItems: 1000 }),
  },
  output: record({
    accepted: Type.Integer({ minimum: 0, description: "How many entries were counted." }),
    isRepeat: Type.Boolean({ description: "Whether the batch had been counted before." }),
    warnings: Type.Array(
      record({
        code: Type.Enum(["COUNTED_BY_GATEWAY"]),
        message: Type.String(),
        days: Type.Array(Type.String({ format: "date" }), { description: "In UTC." }),
      }),
      { description: "The batch is counted in any case." },
    ),
  }),
  problems: [],
});
