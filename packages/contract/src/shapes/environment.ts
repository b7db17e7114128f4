import Type, { type Static } from "typebox";
import { Id, Name, nullable, record, RowVersion, Timestamp } from "./common.ts";
import { VariableName } from "./test-suite.ts";

export const environmentTypes = ["development", "staging", "production", "custom"] as const;

/** An http or https origin such as `https://api.example.com:8443`. */
export const Origin = Type.String({ maxLength: 300, pattern: "^https?://[^/?#\\s]+$" });

export const HttpUrl = Type.String({ maxLength: 2000, pattern: "^https?://\\S+$" });

/** A variable as it is sent; omit the value of a secret to keep the stored one. */
export const VariableInput = record({
  name: VariableName,
  value: Type.Optional(Type.Unknown()),
  isSecret: Type.Optional(Type.Boolean()),
});
export type VariableInput = Static<typeof VariableInput>;

/** A variable as it is returned: the value of a secret is always null. */
export const VariableOutput = record({
  name: Type.String(),
  value: Type.Unknown(),
  isSecret: Type.Boolean(),
});
export type VariableOutput = Static<typeof VariableOutput>;

/** The fields of an environment that a person sets. */
export const environmentFields = {
  type: Type.Optional(Type.Enum([...environmentTypes])),
  baseUrl: HttpUrl,
  variables: Type.Optional(Type.Array(VariableInput, { maxItems: 500 })),
  isReadOnly: Type.Optional(
    Type.Boolean({
      description: "Only GET, HEAD, OPTIONS and QUERY requests are sent; other cases are blocked.",
    }),
  ),
  secretOrigins: Type.Optional(
    Type.Array(Origin, {
      maxItems: 50,
      description: "Origins, in addition to the base URL's, to which secrets may be sent.",
    }),
  ),
  oauthTokenUrl: Type.Optional(nullable(HttpUrl)),
};

export const EnvironmentItem = record({
  id: Id,
  name: Name,
  type: Type.Enum([...environmentTypes]),
  baseUrl: Type.String(),
  variableCount: Type.Integer({ minimum: 0 }),
  isReadOnly: Type.Boolean({
    description: "The environment allows no write requests; cases that would send one are blocked.",
  }),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  rowVersion: RowVersion,
});
export type EnvironmentItem = Static<typeof EnvironmentItem>;

export const Environment = record({
  ...EnvironmentItem.properties,
  variables: Type.Array(VariableOutput),
  secretOrigins: Type.Array(Type.String()),
  oauthTokenUrl: nullable(Type.String()),
});
export type Environment = Static<typeof Environment>;
