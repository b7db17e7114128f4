import type { FastifyRequest } from "fastify";
import type { AnyOperation, InputOf, OutputOf } from "@lintel/contract/operation";
import { createVisitor } from "../../platform/credentials/visitor.ts";
import type { Evidence } from "../../platform/kernel/call.ts";
import { kernelOf } from "../rest/rest.plugin.ts";

/** Calls an operation for a page, like every other transport: through the kernel. */
export async function callForPage<Op extends AnyOperation>(
  request: FastifyRequest,
  evidence: Evidence,
  operation: Op,
  fields: InputOf<Op>,
  organizationId: string | null = null,
): Promise<OutputOf<Op>> {
  const { id: requestId, span: parent } = request;
  const call = { operation, requestId, parent, evidence, organizationId };
  const outcome = await kernelOf(request).callWithFields(call, { ...fields });
  return (await outcome.output) as OutputOf<Op>;
}

/** Who has no session: limited by the address. */
export const visitorOf = (request: FastifyRequest): Evidence => ({
  principal: createVisitor(request.address),
});

/** Where a person signs in, for the list of their sessions. */
export const browserOf = (request: FastifyRequest) => ({
  device: (request.headers["user-agent"] ?? "").slice(0, 2000),
  address: request.address,
});

/** A field of a form; "" where it is missing. Only the first of several is read. */
export function formField(request: FastifyRequest, name: string): string {
  const value = (request.body as Record<string, unknown> | undefined)?.[name];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "string" ? first : "";
}

/** A path of this server to return to after the sign-in; `fallback` where none is given. */
export function returnPath(given: unknown, fallback: string): string {
  // Only what a URL can hold: anything else would not fit into the header `Location`.
  const isOwn = typeof given === "string" && /^\/(?!\/)[!-[\]-~]*$/.test(given);
  return isOwn && given.length <= 4000 ? given : fallback;
}
