import Type, { type Static } from "typebox";
import { Id, nullable, record, Timestamp } from "./common.ts";

const urlOf = (description: string) =>
  Type.String({ maxLength: 2000, pattern: "^https?://\\S+$", description });

const PathPrefix = Type.String({
  maxLength: 200,
  pattern: "^/(?:[A-Za-z0-9_~-][A-Za-z0-9._~-]*(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*)?$",
  description: "The beginning of the path, which is not sent on: / or such as /shop.",
});

const hostPattern = "^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$";
const hostNote = "The host name in lower case. Default: null, any host.";
const portNote = "The port of the gateway. Default: null, any port.";

/** Where calls for an environment arrive at a gateway. */
export const RouteAddress = record({
  host: Type.Optional(
    nullable(Type.String({ maxLength: 253, pattern: hostPattern, description: hostNote })),
  ),
  port: Type.Optional(
    nullable(Type.Integer({ minimum: 1, maximum: 65_535, description: portNote })),
  ),
  pathPrefix: Type.Optional(PathPrefix),
});
export type RouteAddress = Static<typeof RouteAddress>;

/** A specification whose published operations an environment serves. */
export const RouteSpec = record({
  specId: Type.String({ format: "uuid", description: "The specification." }),
  versionId: Type.Optional(
    nullable(
      Type.String({
        format: "uuid",
        description: "The published version. Default: null, the one that was published last.",
      }),
    ),
  ),
  basePath: Type.Optional(
    nullable(
      Type.String({
        maxLength: 200,
        pattern: "^/[!-z|~]*$",
        description: "What precedes its paths. Default: null, the base path of the specification.",
      }),
    ),
  ),
});
export type RouteSpec = Static<typeof RouteSpec>;

/** Where a gateway finds who calls, in the order of the list. */
export const ConsumerSource = Type.String({
  maxLength: 120,
  pattern: "^(?:claim:[!-~]+|header:[A-Za-z0-9_-]+)$",
  description:
    "claim:NAME is a claim of the bearer token, header:NAME the value of a header, such as header:X-API-Key.",
});

/** The fields of a route that a person sets. */
export const routeFields = {
  isServed: Type.Optional(
    Type.Boolean({ default: true, description: "Whether gateways take calls for it." }),
  ),
  addresses: Type.Optional(
    Type.Array(RouteAddress, {
      maxItems: 20,
      description: "Where its calls arrive. The one with a host and the longest prefix is used.",
    }),
  ),
  upstreamUrl: Type.Optional(
    nullable(urlOf("Where its calls are sent. Default: null, the base URL of the environment.")),
  ),
  specs: Type.Optional(
    Type.Array(RouteSpec, { maxItems: 50, description: "The specifications that it serves." }),
  ),
  requestsPerMinute: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 1,
        maximum: 10_000_000,
        description: "The limit of a consumer for an operation, which the sunset phase reduces.",
      }),
    ),
  ),
  infoUrl: Type.Optional(nullable(urlOf("The page about deprecations that responses link to."))),
  consumerFrom: Type.Optional(
    Type.Array(ConsumerSource, {
      maxItems: 10,
      description:
        "Where to find who calls; the first that a call has is used. Default: claim:client_id, claim:azp, header:X-API-Key.",
    }),
  ),
};

/** How the traffic of an environment reaches it. */
export const EnvironmentRoute = record({
  environmentId: Id,
  isServed: Type.Boolean(),
  addresses: Type.Array(
    record({
      host: nullable(Type.String()),
      port: nullable(Type.Integer()),
      pathPrefix: Type.String(),
    }),
  ),
  upstreamUrl: nullable(Type.String()),
  specs: Type.Array(
    record({ specId: Id, versionId: nullable(Id), basePath: nullable(Type.String()) }),
  ),
  requestsPerMinute: nullable(Type.Integer()),
  infoUrl: nullable(Type.String()),
  consumerFrom: Type.Array(Type.String()),
  modifiedAt: nullable(Timestamp),
});
export type EnvironmentRoute = Static<typeof EnvironmentRoute>;
