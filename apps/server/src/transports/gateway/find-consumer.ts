import type { IncomingMessage } from "node:http";
import { createRecentMap } from "../../platform/recent-map.ts";
import type { GatewaySource } from "../../features/traffic/gateway.types.ts";

/** The name under which a call is counted: a digest, or `anonymous`. */
export type FindConsumer = (
  request: IncomingMessage,
  route: { readonly organizationId: string; readonly consumerFrom: readonly string[] },
) => string;

/** Digests are remembered by what they are made of, in memory alone. */
const maxConsumers = 20_000;

export function createConsumerFinder(source: Pick<GatewaySource, "digestConsumer">): FindConsumer {
  const known = createRecentMap<string, string>(maxConsumers);
  return (request, { organizationId, consumerFrom }) => {
    for (const place of consumerFrom) {
      const text = readPlace(request, place);
      if (text === null) continue;
      const key = `${organizationId} ${text}`;
      const digest = known.get(key) ?? source.digestConsumer(organizationId, text);
      known.set(key, digest);
      return digest;
    }
    return "anonymous";
  };
}

/** Longer texts are no credentials. */
const maxLength = 4096;

function readPlace({ headers }: IncomingMessage, place: string): string | null {
  const value = place.startsWith("header:")
    ? headers[place.slice(7).toLowerCase()]
    : readClaim(headers.authorization, place.slice(6));
  const text = Array.isArray(value) ? value[0] : value;
  return text === undefined || text === null || text === "" || text.length > maxLength
    ? null
    : text;
}

/**
 * A claim of a bearer token whose signature the upstream checks, not the gateway: a call that it refuses is counted as
 * anonymous.
 */
function readClaim(authorization: string | undefined, name: string): string | null {
  const [, payload] = /^Bearer [\w-]+\.([\w-]+)\.[\w-]*$/i.exec(authorization ?? "") ?? [];
  if (payload === undefined || payload.length > 16_384) return null;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
    if (typeof claims !== "object" || claims === null) return null;
    const value = Object.getOwnPropertyDescriptor(claims, name)?.value as unknown;
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}
