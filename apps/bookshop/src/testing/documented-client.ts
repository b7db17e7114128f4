import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { readApiDocument } from "../document/api-document.ts";
import type { DocumentedResponse, Operation } from "../document/api-document.ts";
import type { JsonObject } from "../document/dereference.ts";

export interface Sending {
  /** Values of the path's variables. */
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Sends requests by `operationId` and validates every response by the document. */
export interface DocumentedClient {
  send: (operationId: string, sending?: Sending) => Promise<LightMyRequestResponse>;
  /** The `operationId` of every sent request. */
  sent: ReadonlySet<string>;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

export function createDocumentedClient(app: FastifyInstance): DocumentedClient {
  const { operations } = readApiDocument();
  const sent = new Set<string>();
  return {
    sent,
    async send(operationId, sending = {}) {
      const operation = operations.find((one) => one.operationId === operationId);
      if (!operation) throw new Error(`The document has no ${operationId}.`);
      sent.add(operationId);
      const response = await app.inject({
        method: operation.method as "GET",
        url: fillPath(operation.path, sending.params ?? {}),
        query: sending.query ?? {},
        headers: sending.headers ?? {},
        ...(sending.body !== undefined && { payload: sending.body as object | string }),
      });
      assertDocumented(operation, response);
      return response;
    },
  };
}

function fillPath(path: string, params: Record<string, string | number>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(params[name]));
}

/** @throws Error if the document does not describe the response. */
function assertDocumented(operation: Operation, response: LightMyRequestResponse): void {
  const place = `${operation.operationId} ${response.statusCode}`;
  const documented =
    operation.responses[response.statusCode] ??
    (response.statusCode >= 400 ? operation.responses["default"] : undefined);
  if (!documented) throw new Error(`${place} is not documented: ${response.body}`);
  assertHeaders(place, documented, response);
  assertBody(place, documented, response);
}

function assertHeaders(
  place: string,
  documented: DocumentedResponse,
  response: LightMyRequestResponse,
): void {
  for (const [name, { required, schema }] of Object.entries(documented.headers ?? {})) {
    const text = response.headers[name.toLowerCase()];
    if (text === undefined && !required) continue;
    const value = schema["type"] === "integer" ? Number(text) : text;
    assertSchema(`${place} header ${name}`, schema, value);
  }
}

function assertBody(
  place: string,
  documented: DocumentedResponse,
  response: LightMyRequestResponse,
): void {
  const mediaType = response.headers["content-type"]?.toString().split(";")[0] ?? "";
  const { content } = documented;
  if (!content) {
    if (response.body !== "") throw new Error(`${place} has a body: ${response.body}`);
    return;
  }
  const schema = content[mediaType]?.schema;
  if (!schema) throw new Error(`${place} is of type "${mediaType}".`);
  assertSchema(place, schema, mediaType.endsWith("json") ? response.json() : response.body);
}

function assertSchema(place: string, schema: JsonObject, value: unknown): void {
  if (ajv.validate(schema, value)) return;
  throw new Error(`${place}: ${ajv.errorsText()} in ${JSON.stringify(value)}`);
}
