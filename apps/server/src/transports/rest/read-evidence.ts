import type { FastifyRequest } from "fastify";
import type { Evidence } from "../../platform/kernel/call.ts";
import { checkSameOrigin } from "../browser/check-same-origin.ts";
import { readAccessCookie } from "../browser/session-cookies.ts";

/** The key of a call, or the token of an OAuth client, or else the session of the browser that sends it. */
export function readEvidence(request: FastifyRequest): Evidence {
  const key = request.headers["x-api-key"];
  if (key !== undefined) return { secret: Array.isArray(key) ? key[0] : key };
  const token = /^Bearer +(svc_oauth_\w+) *$/i.exec(request.headers.authorization ?? "")?.[1];
  if (token !== undefined) return { secret: token };
  const secret = readAccessCookie(request);
  if (secret !== undefined) checkSameOrigin(request);
  return { secret };
}

/** The organization that a call names, by id or slug. */
export function readOrganization(request: FastifyRequest): string | null {
  const named = request.headers["x-svc-organization"];
  return typeof named === "string" && named !== "" ? named : null;
}
