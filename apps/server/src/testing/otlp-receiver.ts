import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A span in OTLP's JSON. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly resource: Readonly<Record<string, unknown>>;
}

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * A collector that records what it receives (https://opentelemetry.io/docs/specs/otlp/#otlphttp).
 */
export interface OtlpReceiver extends AsyncDisposable {
  readonly url: string;
  /** Every received request. */
  readonly received: readonly { path: string; type: string; body: Buffer }[];
  spans(): ReceivedSpan[];
  metricNames(): Set<string>;
}

export async function startOtlpReceiver(status = 200): Promise<OtlpReceiver> {
  const received: { path: string; type: string; body: Buffer }[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const type = request.headers["content-type"] ?? "";
      received.push({ path: request.url ?? "", type, body });
      response.writeHead(status, { "content-type": type }).end(type.endsWith("json") ? "{}" : "");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const parse = <Body>(path: string): Body[] =>
    received
      .filter((request) => request.path === path)
      .map(({ body }) => JSON.parse(body.toString()) as Body);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    spans: () => parse<TraceBody>("/v1/traces").flatMap(readSpans),
    metricNames: () =>
      new Set(
        parse<MetricBody>("/v1/metrics").flatMap(({ resourceMetrics }) =>
          resourceMetrics.flatMap(({ scopeMetrics }) =>
            scopeMetrics.flatMap(({ metrics }) => metrics.map(({ name }) => name)),
          ),
        ),
      ),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface MetricBody {
  readonly resourceMetrics: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly { readonly name: string }[] }[];
  }[];
}

interface TraceBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, "attributes" | "resource"> & {
        readonly attributes: readonly KeyValue[];
      })[];
    }[];
  }[];
}

function readSpans({ resourceSpans }: TraceBody): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        attributes: readAttributes(span.attributes),
        resource: readAttributes(resource.attributes),
      })),
    ),
  );
}

function readAttributes(attributes: readonly KeyValue[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
