import { SpanKind, type Attributes } from "@opentelemetry/api";
import { EgressError } from "@lintel/egress/egress-error";
import type { Egress, EgressRequest } from "@lintel/egress/egress.types";
import { nameMethod } from "./http-method.ts";
import { endSpan, type Tracing } from "./tracing.ts";

/**
 * Makes a client span of every outgoing request. It names only method, host, port and status,
 * because paths, queries, headers and bodies can contain secrets of tests. No trace context is
 * sent, because the API under test can belong to others.
 */
export function traceEgress(egress: Egress, tracing: Tracing): Egress {
  return {
    async send(request) {
      const parent = tracing.current();
      if (parent === null) return egress.send(request);
      const attributes = describeRequest(request);
      const name = String(attributes["http.request.method"]);
      const span = tracing.begin(name, parent, { kind: SpanKind.CLIENT, attributes });
      try {
        const response = await egress.send(request);
        span.setAttribute("http.response.status_code", response.status);
        endSpan(span, response.status >= 400 ? String(response.status) : null);
        return response;
      } catch (error) {
        endSpan(span, error instanceof EgressError ? error.code : "error");
        throw error;
      }
    },
    close: () => egress.close(),
  };
}

function describeRequest({ method, url }: EgressRequest): Attributes {
  const target = URL.parse(typeof url === "string" ? url : url.href);
  const named = { "http.request.method": nameMethod(method.toUpperCase()) };
  if (target === null) return named;
  const { hostname, protocol, port } = target;
  const usual = protocol === "https:" ? 443 : 80;
  return {
    ...named,
    "server.address": hostname,
    "server.port": port === "" ? usual : Number(port),
  };
}
