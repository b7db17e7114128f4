import type { Egress } from "@lintel/egress/egress.types";
import { toClientMetadata } from "./client-metadata.ts";

const maxBodyBytes = 16 * 1024;
const timeoutMs = 5000;

/**
 * Reads the metadata document of a client (draft-ietf-oauth-client-id-metadata-document) through
 * egress, which refuses private addresses. Redirects are not followed.
 */
export function createDocumentFetch(
  egress: Egress,
): (input: string | URL | Request) => Promise<Response> {
  return async (input) => {
    const url = input instanceof Request ? input.url : input.toString();
    const headers = [["accept", "application/json"]] as const;
    const limits = { maxBodyBytes, timeoutMs, maxRedirects: 0 };
    const answer = await egress.send({ method: "GET", url, headers, ...limits });
    const { status } = answer;
    if (status !== 200) return new Response(null, { status: status < 200 ? 502 : status });
    const text = new TextDecoder("utf-8", { fatal: true }).decode(answer.body);
    const given = JSON.parse(text) as Record<string, unknown> | null;
    const isRecord = typeof given === "object" && given !== null && !Array.isArray(given);
    const document = isRecord
      ? { client_id: given["client_id"], ...toClientMetadata(given) }
      : given;
    return new Response(JSON.stringify(document), { headers: cacheHeaders(answer.headers) });
  };
}

function cacheHeaders(headers: readonly (readonly [string, string])[]): [string, string][] {
  return headers
    .filter(([name]) => name === "cache-control" || name === "expires")
    .map(([name, value]) => [name, value]);
}
