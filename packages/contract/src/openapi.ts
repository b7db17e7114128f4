import type { TSchema } from "typebox";
import { allOperations } from "./catalog.generated.ts";
import type { AnyOperation } from "./declare/operation.ts";
import { DocTreeItem } from "./shapes/docs.ts";
import { Problem } from "./shapes/problem.ts";
import { headerName, wireFields, type WireField } from "./declare/wire.ts";
import {
  describeResponses,
  isTagged,
  sharedHeaders,
  sharedResponses,
} from "./openapi-responses.ts";

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of the REST interface, generated from the declarations. */
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
        "The REST interface of Lintel. Operations marked `x-stability: stable` change only with an announcement; others may change at any time. Every address that answers GET also answers HEAD, with the same headers and no body.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/", description: "This installation" }],
    security: [{ apiKey: [] }],
    tags: describeTags(),
    paths,
    components: {
      schemas: { Problem, ...sharedSchemas },
      parameters: { Region: regionParameter, Organization: organizationParameter },
      headers: sharedHeaders,
      responses: sharedResponses,
      securitySchemes: {
        apiKey: {
          type: "apiKey",
          in: "header",
          name: "X-API-Key",
          description: "A key that begins with svc_live_; full access or scoped.",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "__Host-lintel-eu",
          description:
            "The session of a person who signed in with a browser; __Host-lintel-us in region us.",
        },
      },
    },
  };
}

/** Recursive schemas, which other schemas reference by this name. */
export const sharedSchemas = { DocTreeItem };

const regionParameter = {
  name: "X-SVC-Region",
  in: "header",
  description: "`us` for organizations in the US; omitted for the EU.",
  schema: { type: "string", enum: ["eu", "us"] },
};

const organizationParameter = {
  name: "X-SVC-Organization",
  in: "header",
  description:
    "The id or the slug of the organization, for a session that does not name one by its project. A key belongs to one organization.",
  schema: { type: "string", maxLength: 100 },
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
    ...(operation.plan === undefined ? {} : { "x-plan": operation.plan }),
    parameters: [
      { $ref: "#/components/parameters/Region" },
      { $ref: "#/components/parameters/Organization" },
      ...fields.filter((field) => field.place !== "body").map(describeParameter),
      ...(isTagged(rest) ? [ifNoneMatchParameter] : []),
    ],
    ...(body.length === 0 ? {} : { requestBody: describeBody(body) }),
    responses: describeResponses(operation, rest),
  };
}

function describeParameter(field: WireField): Json {
  const { description, ...schema } = field.schema as TSchema & { description?: string };
  return {
    name: field.place === "header" ? toHeaderCase(headerName(field.name)) : field.name,
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

/** `if-match` → `If-Match`, as specifications write it. */
function toHeaderCase(name: string): string {
  return name.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

function describeBody(fields: readonly WireField[]): Json {
  const required = fields.filter((field) => field.isRequired).map((field) => field.name);
  const schema = {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field.name, field.schema])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
  return { required: required.length > 0, content: { "application/json": { schema } } };
}

const ifNoneMatchParameter = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The ETag of an earlier answer: 304 if nothing has changed since.",
  schema: { type: "string" },
};
