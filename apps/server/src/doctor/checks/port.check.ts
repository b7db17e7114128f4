import { get } from "node:http";
import { createServer } from "node:net";
import { fault, ok, type Check } from "./check.types.ts";

export const portCheck: Check = {
  name: "address",
  summary: "The address to listen on is free, or Lintel has it.",
  async look({ host, port }) {
    const code = await tryToListen(host, port);
    if (code === null) return [ok(`${host}:${port} is free.`)];
    if (code !== "EADDRINUSE") {
      return [
        fault(
          `${host}:${port} cannot be listened on (${code}).`,
          "Set LINTEL_HOST to an address of this machine, and LINTEL_PORT to a port that you may use.",
        ),
      ];
    }
    return (await isLintel(host, port))
      ? [ok(`Lintel answers at ${host}:${port}.`)]
      : [
          fault(
            `Another program listens at ${host}:${port}.`,
            "Stop it, or set LINTEL_PORT to another port.",
          ),
        ];
  },
};

function tryToListen(host: string, port: number): Promise<string | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}

async function isLintel(host: string, port: number): Promise<boolean> {
  // The installation's own address, never one that a user typed.
  return new Promise((resolve) => {
    const request = get({ host, port, path: "/healthz", timeout: 2000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200 && response.headers["x-request-id"] !== undefined);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(false));
  });
}
