import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { FixedAnswer } from "./installation.ts";

// The floor for a page: a server with only node:http, which sends the same bytes for every request
// without reading it.

const { headers, body } = JSON.parse(process.argv[2] ?? "") as FixedAnswer;
const bytes = Buffer.from(body, "base64");
const lines = Object.entries({ ...headers, "content-length": String(bytes.length) }).flat();
const server = createServer((_request, response) => {
  response.writeHead(200, lines).end(bytes);
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`The floor listens at http://127.0.0.1:${port}\n`);
});
process.once("SIGTERM", () => process.exit(0));
