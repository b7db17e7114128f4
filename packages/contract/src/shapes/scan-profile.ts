import Type, { type Static } from "typebox";
import { Description, Id, Name, nullable, record, RowVersion, Timestamp } from "./common.ts";
import { HttpUrl } from "./environment.ts";
import { IdentityName, ScanIdentity } from "./scan-identity.ts";

/** An operation: `POST /orders`, or an operation id. */
export const OperationRef = Type.String({
  minLength: 1,
  maxLength: 2000,
  pattern: "^[^\\p{Cc}\\p{Cs}]+$",
});

const operations = (description: string) =>
  Type.Array(OperationRef, { maxItems: 1000, description });

/** Which operations a scan calls. `*` means any characters. */
export const ScanScope = record({
  include: operations("Operations such as `GET /orders/*`; empty: all."),
  exclude: operations("Operations that are never called."),
});
export type ScanScope = Static<typeof ScanScope>;

/** Steps that the target must enforce in their order, or as often as it says. */
export const ScanFlow = record({
  name: Name,
  steps: Type.Array(OperationRef, {
    minItems: 1,
    maxItems: 20,
    description: "The operations of the flow, in order.",
  }),
  limit: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description:
          "How often an identity may take the first step for one thing; null: no limit is tested.",
      }),
    ),
  ),
});
export type ScanFlow = Static<typeof ScanFlow>;

/** Who may call what. */
export const ScanAccessRule = record({
  identity: IdentityName,
  operation: OperationRef,
  isAllowed: Type.Boolean(),
});
export type ScanAccessRule = Static<typeof ScanAccessRule>;

/** What a person sets of a profile. The schema has no defaults: a change keeps omitted fields. */
export const scanProfileFields = {
  description: Type.Optional(nullable(Description)),
  isEnabled: Type.Optional(
    Type.Boolean({ description: "A disabled profile cannot be run. Default: true." }),
  ),
  timeBudgetSeconds: Type.Optional(
    Type.Integer({
      minimum: 60,
      maximum: 3600,
      description: "The longest time of a scan. Seconds. Default: 600.",
    }),
  ),
  requestsPerSecond: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: "The most requests to the host in a second, of all scans together. Default: 10.",
    }),
  ),
  scannerIds: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 100,
      uniqueItems: true,
      description: "Only these scanners; empty: all that are not intrusive.",
    }),
  ),
  environmentId: Id,
  specVersionId: Type.Optional(
    nullable(
      Type.String({
        format: "uuid",
        description: "The version whose document is scanned; else documentUrl names the document.",
      }),
    ),
  ),
  documentUrl: Type.Optional(nullable(HttpUrl)),
  suiteId: Type.Optional(
    nullable(
      Type.String({ format: "uuid", description: "A suite whose requests are used as examples." }),
    ),
  ),
  scope: Type.Optional(ScanScope),
  dangerWords: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 60, pattern: "^[^\\p{Cc}\\p{Cs}]+$" }), {
      maxItems: 200,
      description: "Operations with one of these words in path or operation id are not called.",
    }),
  ),
  allowedOperations: Type.Optional(
    operations("Operations that are called whatever their names say."),
  ),
  flows: Type.Optional(Type.Array(ScanFlow, { maxItems: 50 })),
  accessRules: Type.Optional(Type.Array(ScanAccessRule, { maxItems: 5000 })),
  isDisposable: Type.Optional(
    Type.Boolean({
      description:
        "The data of the environment can be thrown away: every write is allowed. Default: false.",
    }),
  ),
  identities: Type.Optional(Type.Array(ScanIdentity, { maxItems: 20 })),
  cronSchedule: Type.Optional(
    nullable(
      Type.String({
        maxLength: 100,
        description: "When it runs by itself: five fields, such as `0 3 * * 1`; null: never.",
      }),
    ),
  ),
  cronTimeZone: Type.Optional(
    Type.String({
      maxLength: 60,
      description: "The time zone of the schedule, such as `Europe/Berlin`. Default: UTC.",
    }),
  ),
};

const { scope, ...rest } = Type.Required(Type.Object(scanProfileFields)).properties;

export const ScanProfile = record({
  id: Id,
  name: Name,
  ...rest,
  environmentId: nullable(
    Type.String({ format: "uuid", description: "Null once the environment was deleted." }),
  ),
  scope,
  lastRunAt: nullable(Timestamp),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  rowVersion: RowVersion,
});
export type ScanProfile = Static<typeof ScanProfile>;
