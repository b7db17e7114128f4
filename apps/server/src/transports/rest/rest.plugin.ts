import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from "fastify";
import { allOperations } from "@lintel/contract/catalog";
import { isStream, type AnyOperation, type OutgoingStream } from "@lintel/contract/operation";
import { bodySchema, wireFields, type WireField } from "@lintel/contract/wire";
import type { Call, Caller } from "../../platform/kernel/call.ts";
import type { Fields, Kernel } from "../../platform/kernel/kernel.ts";
import { readEvidence, readOrganization } from "./read-evidence.ts";
import { readTexts, refuseKeyInQuery } from "./read-input.ts";
import { createSerializer, type Serialize } from "../../platform/validation/serializer.ts";
import { seeBodyProject } from "./see-body-project.ts";
import { sendHeld, sendOutput, sendUnchanged } from "./send-output.ts";
import { sendStream } from "./send-stream.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The kernel of the request's region, set by the router. */
    kernel: Kernel | null;
    /** The caller, once its route has checked the credential. */
    caller: Caller | null;
    /** The call that an operation's route has begun. */
    call: Call | null;
    /**
     * The body with the original text of its numbers; undefined if JavaScript represents all of
     * them exactly.
     */
    exactBody: unknown;
  }
}

export interface RestOptions {
  /**
   * How often a blank keeps a held connection open: well below the idle limit of common proxies.
   */
  readonly blankIntervalMs: number;
}

/** Makes a route for every operation with a REST binding. */
export function mountRest(app: FastifyInstance, options: RestOptions): void {
  for (const operation of allOperations) {
    if (operation.rest !== undefined) mountOperation(app, operation, operation.rest, options);
  }
}

function mountOperation(
  app: FastifyInstance,
  operation: AnyOperation,
  rest: NonNullable<AnyOperation["rest"]>,
  options: RestOptions,
): void {
  const wire: AnswerWire = {
    fields: wireFields(operation),
    status: rest.status ?? (operation.output === null ? 204 : 200),
    serialize: createSerializer(bodySchema(operation)),
  };
  app.route({
    method: rest.method,
    url: rest.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    ...(rest.maxBodyMiB === undefined ? {} : { bodyLimit: rest.maxBodyMiB * 1024 * 1024 }),
    onRequest: async (request) => {
      refuseKeyInQuery(request);
      const call = beginCall(operation, request);
      request.caller = request.call = call;
      await kernelOf(request).admit(call);
      // A project that the caller may not see is refused whatever is wrong with the body.
      if (rest.method !== "GET")
        await kernelOf(request).findProject(call, request.params as Fields);
    },
    ...(namesProjectInBody(wire.fields) ? { preParsing: seeProjectOfBody } : {}),
    handler: async (request, reply) => answer(request, reply, wire, options),
  });
}

const namesProjectInBody = (fields: readonly WireField[]) =>
  fields.some(({ name, place }) => name === "projectId" && place === "body");

async function seeProjectOfBody(request: FastifyRequest, _: FastifyReply, payload: RequestPayload) {
  const { call } = request;
  if (call === null) throw new Error("The route began no call.");
  return seeBodyProject(request, payload, (projectId) =>
    kernelOf(request).findProject(call, { projectId }),
  );
}

/** How the calls of an operation are read and answered. */
interface AnswerWire {
  readonly fields: readonly WireField[];
  readonly status: number;
  readonly serialize: Serialize;
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { fields, status, serialize }: AnswerWire,
  options: RestOptions,
): Promise<FastifyReply> {
  const call = request.call;
  if (call === null) throw new Error("The route began no call.");
  const texts = readTexts(fields, request);
  const outcome = await kernelOf(request).perform(call, {
    texts,
    body: request.body,
    exactBody: request.exactBody,
  });
  if (outcome.kind === "unchanged") return sendUnchanged(reply, outcome.tag);
  reply.code(status);
  if (isStream(call.operation.output))
    return sendStream(request, reply, outcome.output as OutgoingStream, options.blankIntervalMs);
  return outcome.kind === "held"
    ? sendHeld(request, reply, serialize, outcome.output, options.blankIntervalMs)
    : sendOutput(call.operation, texts, reply, serialize, outcome.output);
}

function beginCall(operation: AnyOperation, request: FastifyRequest): Call {
  return {
    operation,
    requestId: request.id,
    parent: request.span,
    evidence: readEvidence(request),
    organizationId: readOrganization(request),
    ifNoneMatch: request.headers["if-none-match"],
  };
}

export function kernelOf(request: FastifyRequest): Kernel {
  if (request.kernel === null) throw new Error("The request reached a route without a region.");
  return request.kernel;
}
