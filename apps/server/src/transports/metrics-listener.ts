import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { listen } from "./listen.ts";

/** Where metrics are served: a separate listener, never the one for callers. */
export interface MetricsListener {
  readonly address: string;
  readonly port: number;
  close(): Promise<void>;
}

export interface MetricsPlace {
  readonly host: string;
  readonly port: number;
}

/** More than any number of Prometheus servers that scrape one process. */
const maxConnections = 32;

/**
 * Serves `GET /metrics` for Prometheus. Simultaneous scrapes share one collection.
 *
 * @throws the error of the operating system if it cannot listen
 */
export async function listenForMetrics(
  place: MetricsPlace,
  scrape: () => Promise<string>,
): Promise<MetricsListener> {
  const server = createServer({ requestTimeout: 10_000, keepAliveTimeout: 75_000 });
  server.maxConnections = maxConnections;
  const collect = shareCollection(scrape);
  server.on("request", (request, response: ServerResponse) => {
    const path = request.url?.split("?", 1)[0];
    if (path !== "/metrics") return answer(response, 404, "Metrics are at /metrics.\n");
    if (request.method !== "GET" && request.method !== "HEAD")
      return answer(response.setHeader("allow", "GET, HEAD"), 405, "/metrics takes GET.\n");
    return void collect().then(
      (text) => answer(response, 200, text),
      () => answer(response, 500, "The metrics could not be collected.\n"),
    );
  });
  await listen(server, place);
  const { port } = server.address() as AddressInfo;
  const host = place.host.includes(":") ? `[${place.host}]` : place.host;
  return {
    address: `http://${host}:${port}/metrics`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function shareCollection(scrape: () => Promise<string>): () => Promise<string> {
  let underWay: Promise<string> | null = null;
  return () => {
    underWay ??= scrape().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}

// Node omits the body of an answer to HEAD.
function answer(response: ServerResponse, status: number, text: string): void {
  const type = status === 200 ? "text/plain; version=0.0.4; charset=utf-8" : "text/plain";
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(text);
}
