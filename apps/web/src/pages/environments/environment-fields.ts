import type { Input, Output } from "../../api/api.ts";
import { readValue, showValue } from "../tests/json-value.ts";

export type Environment = Output<"getEnvironment">;

/** An environment as it is edited. Values of secrets are not among the fields: drafts are kept in the browser. */
export interface EnvironmentFields {
  readonly name: string;
  readonly type: Environment["type"];
  readonly baseUrl: string;
  /** JSON of rows. */
  readonly variables: string;
  readonly isReadOnly: boolean;
  /** One per line. */
  readonly secretOrigins: string;
  readonly oauthTokenUrl: string;
}

export interface VariableRow {
  readonly name: string;
  /** As it is typed; "" for a secret. */
  readonly value: string;
  readonly isSecret: boolean;
}

export const environmentLabels: Readonly<Record<keyof EnvironmentFields, string>> = {
  name: "Name",
  type: "Type",
  baseUrl: "Base URL",
  variables: "Variables",
  isReadOnly: "Only read",
  secretOrigins: "Origins that get secrets",
  oauthTokenUrl: "OAuth token URL",
};

export const readRows = (text: string): readonly VariableRow[] => JSON.parse(text) as VariableRow[];
export const writeRows = (rows: readonly VariableRow[]): string => JSON.stringify(rows);

export function toEnvironmentFields(
  environment: Pick<Environment, keyof EnvironmentFields>,
): EnvironmentFields {
  const { name, type, baseUrl, variables, isReadOnly, secretOrigins, oauthTokenUrl } = environment;
  const rows = variables.map(({ name: key, value, isSecret }) => ({
    name: key,
    value: isSecret ? "" : showValue(value),
    isSecret,
  }));
  return {
    name,
    type,
    baseUrl,
    variables: writeRows(rows),
    isReadOnly,
    secretOrigins: secretOrigins.join("\n"),
    oauthTokenUrl: oauthTokenUrl ?? "",
  };
}

type Variables = NonNullable<Input<"updateEnvironment">["variables"]>;

/** Secrets without a value keep the stored one. */
export function toVariables(rows: readonly VariableRow[]): Variables {
  return rows
    .filter(({ name }) => name.trim() !== "")
    .map(({ name, value, isSecret }) =>
      isSecret
        ? { name: name.trim(), isSecret }
        : { name: name.trim(), value: readValue(value) ?? "", isSecret },
    );
}

type EnvironmentInput = Omit<
  Input<"updateEnvironment">,
  "projectId" | "environmentId" | "rowVersion"
>;

/** What has changed: fields that say where secrets are sent need more than the others. */
export function toEnvironmentInput(
  fields: EnvironmentFields,
  before: EnvironmentFields,
): EnvironmentInput {
  const { name, type, isReadOnly } = fields;
  const differs = (field: keyof EnvironmentFields) => fields[field] !== before[field];
  const origins = fields.secretOrigins.split("\n").map((line) => line.trim());
  const tokenUrl = fields.oauthTokenUrl.trim();
  return {
    name,
    type,
    isReadOnly,
    ...(differs("baseUrl") ? { baseUrl: fields.baseUrl.trim() } : {}),
    ...(differs("variables") ? { variables: toVariables(readRows(fields.variables)) } : {}),
    ...(differs("secretOrigins")
      ? { secretOrigins: origins.filter((origin) => origin !== "") }
      : {}),
    ...(differs("oauthTokenUrl") ? { oauthTokenUrl: tokenUrl === "" ? null : tokenUrl } : {}),
  };
}
