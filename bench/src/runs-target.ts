import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// A separate process with an API whose responses name the next item.

const server = createServer((request, response) => {
  request.resume();
  const id = Number(/\d+$/.exec(request.url ?? "")?.[0] ?? 0);
  const body = JSON.stringify({
    id,
    next: id + 1,
    name: `Item ${id}`,
    state: "available",
    price: { amount: 1250, currency: "EUR" },
    tags: ["new", "small"],
  });
  response
    .writeHead(200, { "content-type": "application/json", "content-length": body.length })
    .end(body);
});

server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.send?.(`http://127.0.0.1:${port}`);
});
process.once("disconnect", () => process.exit());
