import type { TestAuth } from "@lintel/contract/shapes/test-request";
import type { Input } from "../../api/api.ts";
import { readHeaders } from "../../request/request-draft.ts";
import { readTags } from "./case-fields.ts";
import { readValue, showValue } from "../tests/json-value.ts";
import type { Suite } from "./use-suite.ts";

/** A suite as it is edited, without its cases. */
export interface SuiteFields {
  readonly name: string;
  readonly description: string;
  readonly folder: string;
  /** Separated by commas. */
  readonly tags: string;
  /** JSON of rows of name and value, as they are typed. */
  readonly variables: string;
  /** A header a line. */
  readonly headers: string;
  /** JSON; "" : none. */
  readonly auth: string;
  readonly dataFormat: "none" | "csv" | "json";
  readonly dataText: string;
}

export const suiteLabels: Readonly<Record<keyof SuiteFields, string>> = {
  name: "Name",
  description: "Description",
  folder: "Folder",
  tags: "Tags",
  variables: "Variables",
  headers: "Headers",
  auth: "Credential",
  dataFormat: "Format of the data rows",
  dataText: "Data rows",
};

export interface VariableRow {
  readonly name: string;
  readonly value: string;
}

export const readRows = (text: string): readonly VariableRow[] => JSON.parse(text) as VariableRow[];
export const writeRows = (rows: readonly VariableRow[]): string => JSON.stringify(rows);

export function toSuiteFields(suite: Suite): SuiteFields {
  const { name, description, folder, tags, variables, defaults, data } = suite;
  const rows = Object.entries(variables).map(([key, value]) => ({
    name: key,
    value: showValue(value),
  }));
  const headers = Object.entries(defaults.headers ?? {}).map(([key, value]) => `${key}: ${value}`);
  return {
    name,
    description: description ?? "",
    folder,
    tags: tags.join(", "),
    variables: writeRows(rows),
    headers: headers.join("\n"),
    auth: defaults.auth === undefined ? "" : JSON.stringify(defaults.auth),
    dataFormat: data?.format ?? "none",
    dataText: data?.text ?? "",
  };
}

export const readAuth = (text: string): TestAuth | null =>
  text === "" ? null : (JSON.parse(text) as TestAuth);

type SuiteInput = Omit<Input<"updateSuite">, "projectId" | "suiteId" | "rowVersion">;

/** What is saved; settings that have no field here stay as the server has them. */
export function toSuiteInput(fields: SuiteFields, before: Suite): SuiteInput {
  const { headers: _, auth: __, ...others } = before.defaults;
  const headers = Object.fromEntries(
    Object.entries(readHeaders(fields.headers)).map(([name, value]) => [name, String(value)]),
  );
  const auth = readAuth(fields.auth);
  const rows = readRows(fields.variables).filter(({ name }) => name.trim() !== "");
  const variables = rows.map(({ name, value }) => [name.trim(), readValue(value) ?? ""] as const);
  return {
    name: fields.name,
    description: fields.description,
    folder: fields.folder,
    tags: readTags(fields.tags),
    variables: Object.fromEntries(variables),
    defaults: {
      ...others,
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...(auth === null ? {} : { auth }),
    },
    data:
      fields.dataFormat === "none" ? null : { format: fields.dataFormat, text: fields.dataText },
  };
}
