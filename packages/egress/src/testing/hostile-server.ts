import { createServer } from "node:net";

import { hostileTargets } from "./hostile-targets.ts";
import { listen } from "./start-server.ts";

// Runs in a process of its own, so that its memory is not measured: `/3` is the target of index 3.
const server = createServer((socket) => {
  socket.on("error", () => socket.destroy());
  socket.on("data", (request: Buffer) => {
    const index = /^\S+ \/(\d+)/.exec(request.toString("latin1"))?.[1];
    if (index === undefined) socket.end("HTTP/1.1 204 No Content\r\n\r\n");
    else hostileTargets[Number(index)]?.attack(socket);
  });
});

process.stdout.write(`${await listen(server, "127.0.0.1")}\n`);
process.stdin.on("end", () => process.exit()).resume();
