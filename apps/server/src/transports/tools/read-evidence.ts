import type { FastifyRequest } from "fastify";
import type { Evidence } from "../../platform/kernel/call.ts";
import { invalid } from "../../platform/problem.ts";

/** The credential of an agent: `X-API-Key`, or `Authorization: Bearer` (RFC 6750 §2.1). */
export function readEvidence({ headers }: FastifyRequest): Evidence {
  const key = headers["x-api-key"];
  const named = Array.isArray(key) ? key[0] : key;
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1];
  if (named !== undefined && bearer !== undefined && named !== bearer) {
    const message = "X-API-Key and Authorization contain different credentials; send one of them.";
    throw invalid({ field: "Authorization", code: "conflict", message });
  }
  return { secret: named ?? bearer };
}
