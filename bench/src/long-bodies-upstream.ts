import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// An upstream of long bodies: GET /BYTES is answered with so many bytes, and the length of a POST is counted.

const block = Buffer.alloc(65_536, "lintel ");

async function give(bytes: number, response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-length": bytes, "content-type": "application/octet-stream" });
  for (let left = bytes; left > 0; left -= block.length) {
    if (response.destroyed) return;
    if (!response.write(left < block.length ? block.subarray(0, left) : block))
      await new Promise((resolve) => response.once("drain", resolve));
  }
  response.end();
}

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) bytes += chunk.length;
  response.end(String(bytes));
}

const server = createServer((request, response) => {
  const work =
    request.method === "POST"
      ? take(request, response)
      : give(Number(request.url?.slice(1)), response);
  work.catch(() => response.destroy());
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`The upstream listens at http://127.0.0.1:${port}\n`);
});
