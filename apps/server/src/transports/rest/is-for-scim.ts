import type { FastifyRequest } from "fastify";

const scimPath = /^(?:\/us)?\/scim(?:[/?]|$)/;

/** Whether the request is for an identity provider, which reads errors as SCIM messages. */
export function isForScim(request: FastifyRequest): boolean {
  return scimPath.test(request.originalUrl);
}
