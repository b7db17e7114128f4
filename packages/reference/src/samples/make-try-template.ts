import { follow } from "@lintel/openapi/view";
import { isObject, listOf, memberOf, textOf } from "@lintel/json/value";
import { stepInto } from "@lintel/json/place";
import type { OperationEntry, ReferencePlan } from "../plan/reference.types.ts";
import { allOf, firstOf } from "@lintel/samples/schema/parts";
import { collectParts } from "../schema/collect-parts.ts";
import { readTypes } from "@lintel/samples/schema/read-types";
import { readSerialization, valueOf, writeRoute, type Content } from "./make-request.ts";
import type { SamplePart } from "./sample.types.ts";
import { listParameters, schemaOf, type Parameter } from "../call/list-parameters.ts";
import { listSecurity, type SchemeUse } from "../call/list-security.ts";
import { listServers, resolveServer } from "../call/list-servers.ts";

export interface TryScheme {
  readonly name: string;
  readonly kind: "key" | "basic" | "bearer";
  readonly in: string;
  readonly key: string;
}

/**
 * The data with which the island sends a request. It is part of the page, so it contains only what
 * is necessary.
 */
export interface TryTemplate {
  readonly method: string;
  /** The path in samples, with its parameters in braces; begins with a slash. */
  readonly route: string;
  readonly servers: readonly string[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly value: string;
    readonly style: string;
    readonly explode: boolean;
    /** All possible values, if they are few. */
    readonly choices?: readonly string[];
    /** The value is a list of choices. */
    readonly many?: true;
  }[];
  /**
   * Security alternatives, one of which is enough; each needs all of its schemes. Empty if none is
   * known.
   */
  readonly auth: readonly (readonly TryScheme[])[];
  readonly body: {
    readonly mediaType: string;
    readonly text: string;
    /** For a form: a field for each part. */
    readonly parts?: readonly SamplePart[];
  } | null;
}

/** Maximum number of characters of an example body and of a value in the template. */
const maxBodyLength = 4000;
const maxValueLength = 500;
const maxParameters = 60;
const maxChoices = 100;
const maxWays = 10;

const writeValue = (value: unknown): string => {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.slice(0, maxValueLength).toWellFormed();
};

const cutPart = ({ name, value, isFile }: SamplePart): SamplePart => ({
  name,
  value: isFile ? "" : writeValue(value),
  isFile,
});

function readScheme({ name, scheme }: SchemeUse): TryScheme[] {
  const type = memberOf(scheme, "type");
  // A browser shows its own dialog for a certificate.
  if (!isObject(scheme) || type === "mutualTLS") return [];
  const isKey = type === "apiKey";
  const isBasic = textOf(memberOf(scheme, "scheme"))?.toLowerCase() === "basic";
  const place = isKey ? (textOf(memberOf(scheme, "in")) ?? "") : "header";
  const key = isKey ? (textOf(memberOf(scheme, "name")) ?? "") : "Authorization";
  return [{ name, kind: isKey ? "key" : isBasic ? "basic" : "bearer", in: place, key }];
}

function listAuth(plan: ReferencePlan, entry: OperationEntry): TryTemplate["auth"] {
  const ways = listSecurity(plan, entry.operation).map((uses) => uses.flatMap(readScheme));
  const distinct = new Map(ways.map((way) => [way.map(({ name }) => name).join("\n"), way]));
  return distinct.size === 1 && distinct.has("") ? [] : [...distinct.values()].slice(0, maxWays);
}

/**
 * The values of an enumeration or a boolean, or those of a list's items; none if other values are
 * possible.
 */
function listChoices(
  plan: ReferencePlan,
  schema: unknown,
): Pick<TryTemplate["parameters"][number], "choices" | "many"> {
  const read = collectParts(plan, schema);
  const items = firstOf(read.parts, "items");
  const types = readTypes(read.parts).filter((type) => type !== "null");
  if (types.length === 1 && types[0] === "array" && items !== undefined) {
    const { choices } = listChoices(plan, items);
    return choices === undefined ? {} : { choices, many: true };
  }
  const values = allOf(read.parts, "enum").find((list) => Array.isArray(list));
  const given = types.length === 1 && types[0] === "boolean" ? [true, false] : [];
  const choices = (values === undefined ? given : listOf(values))
    .filter((value) => value !== null)
    .map(writeValue);
  return choices.length === 0 || choices.length > maxChoices ? {} : { choices };
}

function writeParameter(
  plan: ReferencePlan,
  parameter: Parameter,
): TryTemplate["parameters"][number] {
  const { name, location, place } = parameter;
  const { style, explode } = readSerialization(parameter);
  const required = location === "path" || memberOf(place.value, "required") === true;
  const value = required ? writeValue(valueOf(plan, parameter)) : "";
  const choices = listChoices(plan, schemaOf(plan, place));
  return { name, in: location, required, value, style, explode, ...choices };
}

/** The request of an operation, which the try-it island completes and sends. */
export function makeTryTemplate(
  plan: ReferencePlan,
  entry: OperationEntry,
  content: Content | null,
): TryTemplate {
  const body =
    content === null ? null : follow(plan.view, stepInto(entry.operation, "requestBody"));
  const servers = listServers(plan, entry).map(({ url }) => resolveServer(plan, url));
  const shown = listParameters(plan, entry).slice(0, maxParameters);
  const inPath = new Set(
    shown.filter(({ location }) => location === "path").map(({ name }) => name),
  );
  return {
    method: entry.method,
    route: writeRoute(entry.route, (name) => (inPath.has(name) ? `{${name}}` : undefined)),
    servers: servers.length === 0 ? [resolveServer(plan, "/")] : servers.slice(0, 20),
    parameters: shown.map((parameter) => writeParameter(plan, parameter)),
    auth: listAuth(plan, entry),
    body:
      content === null || body === null
        ? null
        : {
            mediaType: content.mediaType,
            text: content.body.kind === "text" ? content.body.text.slice(0, maxBodyLength) : "",
            ...(content.body.kind === "parts"
              ? { parts: content.body.parts.slice(0, maxParameters).map(cutPart) }
              : {}),
          },
  };
}
