import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { allOperations } from "@lintel/contract/catalog";
import { isFile, type AnyOperation } from "@lintel/contract/operation";
import { wireFields, type WireField } from "@lintel/contract/wire";
import type { Call } from "../../platform/kernel/call.ts";
import type { Kernel } from "../../platform/kernel/kernel.ts";
import { readTexts, refuseKeyInQuery } from "./read-input.ts";
import { sendHeld, sendOutput } from "./send-output.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The kernel of the region that the request is for; the router sets it. */
    kernel: Kernel | null;
    /** The call that an operation's route has begun. */
    call: Call | null;
  }
}

export interface RestOptions {
  /** How often a blank keeps a held line open: well below the idle limit of common proxies. */
  readonly blankIntervalMs: number;
}

/** Makes a route of every operation that is bound to REST. */
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
  const { output } = operation;
  const status = rest.status ?? (output === null ? 204 : 200);
  const fields = wireFields(operation);
  const response = output === null || isFile(output) ? {} : { [status]: output };
  app.route({
    method: rest.method,
    url: rest.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    schema: { response },
    onRequest: async (request) => {
      refuseKeyInQuery(request);
      const call = beginCall(operation, request);
      request.call = call;
      await kernelOf(request).admit(call);
    },
    handler: async (request, reply) => answer(request, reply, fields, status, options),
  });
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  fields: readonly WireField[],
  status: number,
  options: RestOptions,
): Promise<FastifyReply> {
  const call = request.call;
  if (call === null) throw new Error("The route began no call.");
  const texts = readTexts(fields, request);
  const outcome = await kernelOf(request).perform(call, { texts, body: request.body });
  return outcome.kind === "held"
    ? sendHeld(request, reply, status, outcome.output, options.blankIntervalMs)
    : sendOutput(call.operation, texts, reply, status, outcome.output);
}

function beginCall(operation: AnyOperation, request: FastifyRequest): Call {
  const key = request.headers["x-api-key"];
  return {
    operation,
    requestId: request.id,
    evidence: { kind: "key", secret: Array.isArray(key) ? key[0] : key },
  };
}

function kernelOf(request: FastifyRequest): Kernel {
  if (request.kernel === null) throw new Error("The request reached a route without a region.");
  return request.kernel;
}
