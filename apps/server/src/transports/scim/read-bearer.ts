import type { FastifyRequest } from "fastify";

/** The token of an `Authorization: Bearer` header (RFC 6750 §2.1); undefined without one. */
export function readBearer({ headers }: FastifyRequest): string | undefined {
  const [, token] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? "") ?? [];
  return token;
}
