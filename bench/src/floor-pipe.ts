import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";

// The floor for long bodies: node:http in front of node:http, joined by pipes.

const { upstream } = JSON.parse(process.argv[2] ?? "") as { readonly upstream: string };
const server = createServer((request, response) => {
  const { method, url: path, headers } = request;
  const { hostname, port } = new URL(upstream);
  const outgoing = send({ hostname, port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    pipeline(answer, response, () => undefined);
  });
  pipeline(request, outgoing, () => undefined);
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`The floor listens at http://127.0.0.1:${port}\n`);
});
