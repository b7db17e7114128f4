import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Operation } from "../document/api-document.ts";
import { buildRequestSchemas, coerceValues } from "../document/request-schemas.ts";
import type { JsonObject } from "../document/dereference.ts";
import type { Caller } from "../seams/seams.ts";
import { admitCaller } from "./credential.check.ts";
import { answerOk } from "./operation.ts";
import type { Answer, Handler, Handlers } from "./operation.ts";
import { BookshopProblem } from "./problem.ts";
import type { Shop } from "./shop.ts";

/**
 * Routes every operation of the document to its handler. @throws Error if an operation has no
 * handler, or a handler has no operation.
 */
export function addOperationRoutes(app: FastifyInstance, shop: Shop, handlers: Handlers): void {
  const { operations } = shop.document;
  const unknown = Object.keys(handlers).filter(
    (id) => !operations.some(({ operationId }) => operationId === id),
  );
  if (unknown.length > 0) throw new Error(`The document lacks ${unknown.join(", ")}.`);
  for (const operation of operations) {
    const handler = handlers[operation.operationId];
    if (!handler) throw new Error(`${operation.operationId} has no handler.`);
    addOperationRoute(app, shop, operation, handler);
  }
  const paths = new Set(operations.map(({ path }) => path));
  for (const path of paths) addOtherMethods(app, path, operations);
}

function writeRoutePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

function addOperationRoute(
  app: FastifyInstance,
  shop: Shop,
  operation: Operation,
  handler: Handler,
): void {
  const schema = buildRequestSchemas(operation, shop.seams.reviseBodySchema);
  const callers = new WeakMap<FastifyRequest, Caller>();
  app.route({
    method: operation.method,
    url: writeRoutePath(operation.path),
    schema,
    onRequest: async (request) => {
      callers.set(request, await admitCaller(request.headers, operation, shop));
      assertMediaType(request.headers["content-type"], operation);
    },
    preValidation: async (request) => {
      request.params = coerceValues(request.params as JsonObject, schema.params ?? {});
      request.query = coerceValues(request.query as JsonObject, schema.querystring);
    },
    handler: async (request, reply) => {
      const answer = await handler({
        params: request.params,
        query: request.query,
        body: request.body,
        headers: request.headers,
        caller: callers.get(request) ?? { kind: "anonymous" },
        address: request.ip,
        url: request.url,
      });
      return sendAnswer(reply, answer);
    },
  });
}

/** Addresses that the document does not name; a sound shop has none. */
export function addHiddenRoutes(app: FastifyInstance, { seams, store }: Shop): void {
  for (const [url, answer] of Object.entries(seams.hiddenAnswers))
    app.get(url, async (_request, reply) => {
      const { mediaType, body } = answer(store);
      return sendAnswer(reply, answerOk(body, { "content-type": mediaType }));
    });
}

function sendAnswer(reply: FastifyReply, { status, headers = {}, body }: Answer): FastifyReply {
  return reply.status(status).headers(headers).send(body);
}

function assertMediaType(contentType: string | undefined, operation: Operation): void {
  const accepted = Object.keys(operation.requestBody?.content ?? {});
  const given = contentType?.split(";")[0]?.trim().toLowerCase();
  if (given === undefined || accepted.length === 0 || accepted.includes(given)) return;
  throw new BookshopProblem(
    "UNSUPPORTED_MEDIA_TYPE",
    `${operation.method} ${operation.path} takes ${accepted.join(" or ")}.`,
  );
}

/** OPTIONS returns the methods that an address supports (RFC 9110 §9.3.7); others are refused. */
function addOtherMethods(app: FastifyInstance, path: string, operations: Operation[]): void {
  const known = operations.filter((one) => one.path === path).map(({ method }) => method);
  // Fastify answers HEAD for every GET.
  const heads = known.includes("GET") ? ["HEAD"] : [];
  const allow = [...known, ...heads, "OPTIONS"].sort().join(", ");
  const url = writeRoutePath(path);
  app.route({
    method: "OPTIONS",
    url,
    handler: async (_request, reply) => reply.status(204).headers({ allow }).send(),
  });
  const refused = app.supportedMethods.filter((method) => !allow.split(", ").includes(method));
  app.route({
    method: refused,
    url,
    onRequest: async (request) => {
      const detail = `${request.method} is not among ${allow}.`;
      throw new BookshopProblem("METHOD_NOT_ALLOWED", detail, { headers: { allow } });
    },
    handler: () => undefined,
  });
}
