import type { TSchema } from "typebox";
import { allOperations } from "./catalog.ts";
import { isFile, type AnyOperation } from "./declare/operation.ts";
import { commonCodes, problemTable, type ProblemCode } from "./words/problems.ts";
import { DocTreeItem } from "./shapes/docs.ts";
import { Problem } from "./shapes/problem.ts";
import { bodySchema, wireFields, type WireField } from "./declare/wire.ts";

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of the REST interface, made from the declarations. */
export function describeApi(): Json {
  const paths: Record<string, Json> = {};
  for (const operation of allOperations) {
    if (operation.rest === undefined) continue;
    const item = (paths[operation.rest.path] ??= {});
    item[operation.rest.method.toLowerCase()] = describeOperation(operation, operation.rest);
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Lintel",
      version: "1.0.0",
      summary: "Design, document, test and secure HTTP APIs.",
      description:
        "The REST interface of Lintel. Operations marked `x-stability: stable` change only with an announcement; all others may change.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/", description: "This installation" }],
    security: [{ apiKey: [] }],
    tags: describeTags(),
    paths,
    components: {
      schemas: { Problem, ...sharedSchemas },
      parameters: { Region: regionParameter },
      securitySchemes: {
        apiKey: {
          type: "apiKey",
          in: "header",
          name: "X-API-Key",
          description: "A key that begins with svc_live_; full access or scoped.",
        },
      },
    },
  };
}

/** Schemas that refer to themselves: others refer to them by this name. */
export const sharedSchemas = { DocTreeItem };

const regionParameter = {
  name: "X-SVC-Region",
  in: "header",
  description: "`us` for organizations in the US; left out for the EU.",
  schema: { type: "string", enum: ["eu", "us"] },
};

function describeTags(): Json[] {
  const groups = new Set(
    allOperations.filter((operation) => operation.rest).map((operation) => operation.group),
  );
  return [...groups].map((name) => ({ name, description: `Operations on: ${name}.` }));
}

function describeOperation(operation: AnyOperation, rest: NonNullable<AnyOperation["rest"]>): Json {
  const fields = wireFields(operation);
  const body = fields.filter((field) => field.place === "body");
  return {
    operationId: operation.name,
    summary: operation.title,
    description: operation.summary,
    tags: [operation.group],
    "x-stability": operation.isStable ? "stable" : "evolving",
    ...(operation.permission === null ? {} : { "x-permission": operation.permission }),
    parameters: [
      { $ref: "#/components/parameters/Region" },
      ...fields.filter((field) => field.place !== "body").map(describeParameter),
      ...(isTagged(rest) ? [ifNoneMatchParameter] : []),
    ],
    ...(body.length === 0 ? {} : { requestBody: describeBody(body) }),
    responses: { ...describeSuccess(operation, rest), ...describeProblems(operation) },
  };
}

function describeParameter(field: WireField): Json {
  const { description, ...schema } = field.schema as TSchema & { description?: string };
  return {
    name: field.name,
    in: field.place,
    required: field.isRequired,
    description: description ?? describeField(field.name),
    schema,
  };
}

function describeField(name: string): string {
  return name === "id"
    ? "The resource's id."
    : `The ${name.replace(/Id$/, "")}${name.endsWith("Id") ? "'s id" : ""}.`;
}

function describeBody(fields: readonly WireField[]): Json {
  const required = fields.filter((field) => field.isRequired).map((field) => field.name);
  const schema = {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field.name, field.schema])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
  return { required: true, content: { "application/json": { schema } } };
}

function describeSuccess(operation: AnyOperation, rest: NonNullable<AnyOperation["rest"]>): Json {
  const { output } = operation;
  const status = String(rest.status ?? (output === null ? 204 : 200));
  const headers: Json = {};
  if (rest.location !== undefined) headers["Location"] = textHeader("Where the new resource is.");
  for (const name of Object.values(rest.headers ?? {})) {
    if (name !== undefined) headers[name] = textHeader("The version that was read.");
  }
  const content = output === null ? undefined : describeContent(operation, output);
  return {
    [status]: {
      description: output === null ? "Done; there is no body." : "Done.",
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...(content === undefined ? {} : { content }),
    },
    ...(isTagged(rest) ? { "304": describeUnchanged() } : {}),
  };
}

/** Whether answers carry an entity tag, by which an unchanged one is not sent again. */
function isTagged(rest: NonNullable<AnyOperation["rest"]>): boolean {
  return Object.values(rest.headers ?? {}).includes("ETag");
}

const ifNoneMatchParameter = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The ETag of an earlier answer: 304 where nothing has changed since.",
  schema: { type: "string" },
};

function describeUnchanged(): Json {
  return {
    description: "Nothing has changed; there is no body.",
    headers: { ETag: textHeader("The version that was read.") },
  };
}

function textHeader(description: string): Json {
  return { description, schema: { type: "string" } };
}

function describeContent(
  operation: AnyOperation,
  output: NonNullable<AnyOperation["output"]>,
): Json {
  if (!isFile(output)) return { "application/json": { schema: bodySchema(operation) } };
  return Object.fromEntries(
    output.mediaTypes.map((type) => [type, { schema: { type: "string" } }]),
  );
}

function describeProblems(operation: AnyOperation): Json {
  const byStatus = Map.groupBy(codesOf(operation), (code) => problemTable[code].status);
  const statuses = [...byStatus].sort(([left], [right]) => left - right);
  return Object.fromEntries(
    statuses.map(([status, codes]) => [String(status), describeProblem(status, codes)]),
  );
}

/** Every code that a call of the operation may answer. */
export function codesOf(operation: AnyOperation): ProblemCode[] {
  const codes: ProblemCode[] = [...commonCodes, ...operation.problems];
  // A body is read, and may be refused, wherever the method may have one (RFC 9110 §9.3).
  if (operation.rest?.method !== "GET")
    codes.push("INVALID_JSON", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE");
  return [...new Set(codes)];
}

function describeProblem(status: number, codes: readonly ProblemCode[]): Json {
  const limited = status === 429 || status === 503;
  return {
    description: codes.map((code) => `\`${code}\` ${problemTable[code].title}.`).join(" "),
    ...(limited
      ? {
          headers: {
            "Retry-After": {
              required: true,
              description: "Seconds to wait.",
              schema: { type: "integer", minimum: 1 },
            },
          },
        }
      : {}),
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
  };
}
