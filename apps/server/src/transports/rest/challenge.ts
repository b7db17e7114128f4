import type { FastifyRequest } from "fastify";
import { apiKey } from "../../platform/credentials/api-key.ts";
import {
  resourceMetadataAddress,
  toolResource,
} from "../../platform/credentials/token-resources.ts";
import type { Problem } from "../../platform/problem.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The identifier of a region's authorization server. */
    issuerOf(region: string): string;
  }
}

/** The `WWW-Authenticate` of a refusal; null where there is none. */
export type DescribeChallenge = (request: FastifyRequest, problem: Problem) => string | null;

/** The same for every refusal of status 401. */
export function fixedChallenge(text: string): DescribeChallenge {
  return (_, { status }) => (status === 401 ? text : null);
}

/** Clients of the tool server find the authorization server by it (RFC 9728 §5.1). */
export const toolChallenge: DescribeChallenge = (request, problem) =>
  bearer(request, problem, toolResource(request.server.issuerOf(request.region)));

export const restChallenge: DescribeChallenge = (request, problem) => {
  const challenge = bearer(request, problem, request.server.issuerOf(request.region));
  return problem.status === 401 ? `${apiKey.challenge}, ${challenge ?? "Bearer"}` : challenge;
};

/** RFC 6750 §3. A client without a permission learns which one to ask for. */
function bearer(request: FastifyRequest, problem: Problem, resource: string): string | null {
  const metadata = `resource_metadata="${resourceMetadataAddress(resource)}"`;
  if (problem.status === 401) {
    if (problem.code === "API_KEY_MISSING") return `Bearer ${metadata}`;
    return `Bearer error="invalid_token", ${metadata}`;
  }
  const principal = request.caller?.principal;
  if (problem.code !== "API_KEY_SCOPE_DENIED" || principal?.isDelegated !== true) return null;
  const needed = String(problem.members["requiredScope"]);
  const scope = [...new Set([...principal.permissions(), needed])].join(" ");
  return `Bearer error="insufficient_scope", scope="${scope}", ${metadata}`;
}
