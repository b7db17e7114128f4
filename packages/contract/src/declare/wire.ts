import Type, { IsOptional } from "typebox";
import type { TSchema } from "typebox";
import { isFile, isStream, type AnyOperation, type WirePlace } from "./operation.ts";
import { Id } from "../shapes/common.ts";

/** An input field and its location on the wire. */
export interface WireField {
  readonly name: string;
  readonly place: WirePlace;
  readonly schema: TSchema;
  readonly isRequired: boolean;
}

const bodyMethods = new Set(["POST", "PUT", "PATCH"]);

/**
 * The fields of an operation on the wire. A name in the path template is in the path, a name in
 * `rest.at` is where that says, and the others are in the body of POST, PUT and PATCH, or in the
 * query.
 */
export function wireFields(operation: AnyOperation): WireField[] {
  const rest = operation.rest;
  const inPath = new Set(pathNames(rest?.path ?? ""));
  const elsewhere = bodyMethods.has(rest?.method ?? "POST") ? "body" : "query";
  const place = (name: string): WirePlace =>
    inPath.has(name) ? "path" : (rest?.at?.[name] ?? elsewhere);
  return Object.entries(callFields(operation)).map(([name, schema]) => ({
    name,
    schema,
    place: place(name),
    isRequired: inPath.has(name) || !IsOptional(schema),
  }));
}

/** The input fields, preceded by `projectId` if the call names its project. */
export function callFields(operation: AnyOperation): Record<string, TSchema> {
  return namesProject(operation) ? { projectId: Id, ...operation.input } : { ...operation.input };
}

/** Whether the call carries a `projectId` of its own. */
export function namesProject(operation: AnyOperation): boolean {
  return operation.context === "project" && operation.rest?.project !== "found";
}

/** The name of the request header for a field: `ifMatch` → `if-match`. */
export function headerName(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The body of a REST answer: the output without the fields that are headers. */
export function bodySchema({ output, rest }: AnyOperation): TSchema | null {
  if (output === null || isFile(output) || isStream(output)) return null;
  const inHeaders = Object.keys(rest?.headers ?? {});
  if (inHeaders.length === 0) return output;
  return Type.Omit(output, inHeaders);
}

/** The names in braces of a path template. */
export function pathNames(template: string): string[] {
  return Array.from(template.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
}
