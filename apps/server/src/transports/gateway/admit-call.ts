import type { BlockList } from "node:net";
import { isScanId, scanHeader } from "@lintel/contract/words/scan-mark";
import { hasDotSegments } from "@lintel/traffic/normalise-path";
import { untouched } from "@lintel/traffic/treat-at";
import type { FindConsumer } from "./find-consumer.ts";
import { addForwardedFields, isTrustedProxy } from "./forwarded-fields.ts";
import type { ClientRequest, OwnAnswer, Passage } from "./gateway.types.ts";
import { findOperation, treatNow } from "./live-route.ts";
import type { RateBuckets } from "./rate-buckets.ts";
import { readRequest, type RequestFields } from "./read-request.ts";
import type { RouteTable } from "./route-table.ts";
import type { Upstreams } from "./upstream.ts";

/** What a gateway knows at an instant. */
export interface GatewayState {
  readonly table: RouteTable;
  /** When the rules were last seen to be right, in milliseconds since 1970. */
  readonly checkedAt: number;
}

export interface Admission {
  readonly state: () => GatewayState;
  readonly upstreams: Upstreams;
  readonly findConsumer: FindConsumer;
  readonly buckets: RateBuckets;
  readonly trustedProxies: BlockList | null;
}

const refuse = (status: number, code: string, detail: string): OwnAnswer => ({
  status,
  code,
  detail,
  passage: null,
});

/** Where a call goes, or how the gateway answers it itself. */
export function admitCall(
  admission: Admission,
  request: ClientRequest,
  now: number,
): Passage | OwnAnswer {
  const fields = readRequest(request);
  if ("status" in fields) return refuse(fields.status, "BAD_REQUEST", fields.detail);
  const target = readTarget(request.url ?? "", fields);
  if (target === null) return refuse(400, "BAD_REQUEST", "The target of the request is not valid.");
  const { table, checkedAt } = admission.state();
  const found = table.find(fields.host, request.socket.localPort ?? 0, target);
  if (found === null)
    return refuse(404, "ROUTE_NOT_FOUND", "No environment is served at this address.");
  const { live, prefix } = found;
  const upstream = admission.upstreams.get(live.route.upstreamUrl);
  const hasPlace = prefix !== "" || upstream.basePath !== "";
  if (hasPlace && hasDotSegments(target))
    return refuse(
      400,
      "BAD_REQUEST",
      "Dot segments could lead out of the path of the environment.",
    );
  if (upstream.refusal !== null)
    return refuse(502, "UPSTREAM_REFUSED", "The upstream must not be called.");
  const rest = target.slice(prefix.length);
  const path = rest.startsWith("/") ? rest : `/${rest}`;
  const operation = findOperation(live, request.method ?? "", path, checkedAt, now);
  const passage: Passage = {
    live,
    operation,
    treatment: operation === null ? untouched : treatNow(live, operation, checkedAt, now),
    consumer: admission.findConsumer(request, live.route),
    isScan: isScanId(request.headers[scanHeader.toLowerCase()]),
    upstream,
    fields,
    headers: makeHeaders(admission, request, fields, upstream.url.host),
    target: `${upstream.basePath}${path}`,
    path,
  };
  return findRefusal(admission, request, passage, now) ?? passage;
}

/** The path and query of a target; an absolute one must name the same host (RFC 9112 §3.2.2). */
function readTarget(url: string, { authority }: RequestFields): string | null {
  if (url.includes("#")) return null;
  if (url.startsWith("/")) return url;
  const [, named = "", path = ""] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(url) ?? [];
  if (named === "" || named.toLowerCase() !== authority.toLowerCase()) return null;
  return path.startsWith("/") ? path : `/${path}`;
}

function makeHeaders(
  { trustedProxies }: Admission,
  request: ClientRequest,
  fields: RequestFields,
  host: string,
): string[] {
  const address = request.socket.remoteAddress ?? "unknown";
  const scheme = "encrypted" in request.socket ? "https" : "http";
  const place = {
    address,
    scheme,
    authority: fields.authority,
    httpVersion: request.httpVersion,
  } as const;
  const headers = addForwardedFields(fields.kept, place, isTrustedProxy(trustedProxies, address));
  headers.push("host", host);
  return headers;
}

function findRefusal(
  { buckets }: Admission,
  request: ClientRequest,
  passage: Passage,
  now: number,
): OwnAnswer | null {
  const { treatment, operation, upstream, consumer } = passage;
  const { stop, limitPerMinute } = treatment;
  if (stop !== null) {
    const { code, endsAt } = stop;
    if (endsAt === null) return { status: 410, code, detail: "This operation has ended.", passage };
    const detail = "This operation ends soon, and is paused for a part of each hour.";
    return { status: 410, code, detail, retryAfter: Math.ceil((endsAt - now) / 1000), passage };
  }
  if (limitPerMinute !== null && operation !== null) {
    const caller = consumer === "anonymous" ? request.socket.remoteAddress : consumer;
    const key = `${caller} ${operation.specId} ${operation.method} ${operation.path}`;
    const retryAfter = buckets.take(key, limitPerMinute, now);
    const detail = "This operation ends soon: its limit is reduced.";
    if (retryAfter > 0) return { status: 429, code: "RATE_LIMITED", detail, retryAfter, passage };
  }
  if (!upstream.health.isDown(now)) return null;
  const detail = "The upstream cannot be reached.";
  return { status: 503, code: "UPSTREAM_DOWN", detail, retryAfter: 1, passage };
}
