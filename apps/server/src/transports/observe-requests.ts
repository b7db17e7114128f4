import { SpanKind, type Attributes, type Meter, type Span } from "@opentelemetry/api";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { abandonCall } from "../platform/kernel/observe-kernel.ts";
import { nameMethod } from "../platform/telemetry/http-method.ts";
import { endSpan, type Tracing } from "../platform/telemetry/tracing.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The span of the request if it is traced; forwarded requests never are. */
    span: Span | null;
  }
}

/** Seconds, as the semantic conventions advise for HTTP. */
const explicitBucketBoundaries = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];

/** Measures every request. Records the route's template, never the address. */
export function measureRequests(app: FastifyInstance, meter: Meter): void {
  const duration = meter.createHistogram("http.server.request.duration", {
    description: "Requests, from their headers to the last byte of the answer.",
    unit: "s",
    advice: { explicitBucketBoundaries },
  });
  const countActive = createActiveCount(meter);
  app.addHook("onRequest", (request, _, done) => {
    countActive(request, 1);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    countActive(request, -1);
    duration.record(reply.elapsedTime / 1000, describe(request, reply));
    if (request.call !== null) abandonCall(request.call);
    done();
  });
}

function createActiveCount(meter: Meter) {
  const active = new Map<string, number>();
  meter
    .createObservableUpDownCounter("http.server.active_requests", {
      description: "Requests in progress.",
      unit: "{request}",
    })
    .addCallback((result) => {
      for (const [method, count] of active)
        result.observe(count, { "http.request.method": method, "url.scheme": "http" });
    });
  return ({ method }: FastifyRequest, change: 1 | -1): void => {
    const name = nameMethod(method);
    active.set(name, (active.get(name) ?? 0) + change);
  };
}

/**
 * Begins a span for every request that is served here. Call it after the region router: forwarded
 * requests leave no trace here and keep their caller's trace headers.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.addHook("onRequest", (request, _, done) => {
    const { url: route } = request.routeOptions;
    const method = nameMethod(request.method);
    const { traceparent } = request.headers;
    request.span = tracing.receive(
      route === undefined ? method : `${method} ${route}`,
      typeof traceparent === "string" ? traceparent : undefined,
      { kind: SpanKind.SERVER, attributes: { "lintel.request_id": request.id } },
    );
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { span } = request;
    if (span !== null) endSpan(span.setAttributes(describe(request, reply)), findFailure(reply));
    done();
  });
}

function describe(request: FastifyRequest, reply: FastifyReply): Attributes {
  const attributes: Attributes = {
    "http.request.method": nameMethod(request.method),
    "url.scheme": "http",
  };
  const route = request.isForwarded ? undefined : request.routeOptions.url;
  if (route !== undefined) attributes["http.route"] = route;
  if (request.region !== "") attributes["lintel.region"] = request.region;
  if (reply.raw.headersSent) attributes["http.response.status_code"] = reply.raw.statusCode;
  const failure = findFailure(reply);
  if (failure !== null) attributes["error.type"] = failure;
  return attributes;
}

// A client error is not a failure of the server.
function findFailure({ raw }: FastifyReply): string | null {
  if (!raw.headersSent) return "unanswered";
  return raw.statusCode >= 500 ? String(raw.statusCode) : null;
}
