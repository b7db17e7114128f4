import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createMatcher, type Matchable } from "@lintel/traffic/create-matcher";
import { Pool, type Dispatcher } from "undici";

// The floor for the gateway: node:http in front of undici with the product's matcher. It adds no field, checks nothing,
// counts nothing and finds nobody.

const { upstream, operations } = JSON.parse(process.argv[2] ?? "") as {
  readonly upstream: string;
  readonly operations: readonly Matchable[];
};
const pool = new Pool(upstream, { connections: 512, pipelining: 1 });
const matcher = createMatcher(operations);

const server = createServer((request, response) => {
  const { method = "GET", url: path = "/", rawHeaders: headers } = request;
  if (matcher.match(method, path) === null) {
    response.writeHead(404).end();
    return;
  }
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: () => undefined,
    onResponseStart: (_, status, found) => void response.writeHead(status, { ...found }),
    onResponseData: (_, chunk) => void response.write(chunk),
    onResponseEnd: () => void response.end(),
    onResponseError: (_, error) => void response.destroy(error),
  };
  const body = request.headers["content-length"] === undefined ? null : request;
  pool.dispatch({ method, path, headers, body }, handler);
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`The floor listens at http://127.0.0.1:${port}\n`);
});
