import { Option } from "commander";
import type { TSchema } from "typebox";
import { callFields } from "@lintel/contract/wire";
import { IsOptional } from "typebox";
import type { AnyOperation } from "@lintel/contract/operation";

/** One field of an operation as a command-line flag. */
export interface Flag {
  readonly field: string;
  readonly schema: TSchema;
  readonly option: Option;
}

/** The flags of an operation: `ownerEmail` is `--owner-email`, `projectId` is `--project`. */
export function flagsOf(operation: AnyOperation): Flag[] {
  return Object.entries(callFields(operation)).map(([field, schema]) => {
    const isRequired = !IsOptional(schema) && field !== "rowVersion";
    const option = new Option(`--${flagName(field)} <value>`, describe(field, schema, isRequired));
    if (isRequired) option.makeOptionMandatory();
    return { field, schema, option };
  });
}

/** Parses the flags' texts to the fields' types; the kernel checks the rest. */
export function readFlags(
  operation: AnyOperation,
  options: Readonly<Record<string, unknown>>,
): { fields: Record<string, unknown> } | { problem: string } {
  const fields: Record<string, unknown> = {};
  for (const { field, schema, option } of flagsOf(operation)) {
    const text = options[option.attributeName()];
    if (typeof text !== "string") continue;
    const value = readValue(schema, text);
    if (value === undefined)
      return {
        problem: `${option.long ?? field}: "${text}" is not a valid value. Give ${expected(schema)}.`,
      };
    fields[field] = value;
  }
  return { fields };
}

function flagName(field: string): string {
  if (field === "projectId") return "project";
  return field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function describe(field: string, schema: TSchema, isRequired: boolean): string {
  const details = schema as { description?: string; enum?: unknown[] };
  const words = isBoolean(schema) ? ["true", "false"] : details.enum;
  const choices = words === undefined ? "" : ` (${words.join(", ")})`;
  const own: Readonly<Record<string, string>> = {
    permissions: "permissions of a scoped key: tests:read,tests:execute@PROJECT_ID",
    projectId: "the project's slug, name or id",
    userId: "the member's e-mail address or id",
    rowVersion: "the version that was read; default: the present one",
  };
  return (
    (own[field] ??
      details.description ??
      field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)) +
    choices +
    (isRequired ? " (required)" : "")
  );
}

/** Whether it takes true or false; some also take null. */
function isBoolean(schema: TSchema): boolean {
  const kinds = "anyOf" in schema ? (schema.anyOf as TSchema[]) : [schema];
  return kinds.some((kind) => "type" in kind && kind.type === "boolean");
}

/** What a flag takes, for the message about a text that does not fit. */
function expected(schema: TSchema): string {
  if (isBoolean(schema)) return "true or false";
  return "anyOf" in schema || isNumeric(schema) ? "a number" : "valid JSON";
}

function readValue(schema: TSchema, text: string): unknown {
  if (/^[[{]/.test(text)) return parseJson(text);
  if ("items" in schema) return text.split(",").map(readGrant);
  const kinds = "anyOf" in schema ? (schema.anyOf as TSchema[]) : [schema];
  if (text === "null" && kinds.some((kind) => "type" in kind && kind.type === "null")) return null;
  if (kinds.some(isNumeric)) return Number.isFinite(Number(text)) ? Number(text) : undefined;
  if (isBoolean(schema)) return { true: true, false: false }[text];
  return text;
}

function isNumeric(schema: TSchema): boolean {
  if ("type" in schema) return schema.type === "integer" || schema.type === "number";
  return "enum" in schema && (schema.enum as unknown[]).every((value) => typeof value === "number");
}

/** `tests:execute@PROJECT_ID`; without a project, for all of them. */
function readGrant(text: string): { permission: string; projectId: string | null } {
  const [permission = "", projectId = null] = text.trim().split("@");
  return { permission, projectId };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
