import { fault, ok, type Check } from "./check.types.ts";
import { askForText, tryToListen } from "./try-port.ts";

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
    const health = await askForText(
      { host, port, path: "/healthz" },
      (headers) => "x-request-id" in headers,
    );
    return health !== null
      ? [ok(`Lintel answers at ${host}:${port}.`)]
      : [
          fault(
            `Another program listens at ${host}:${port}.`,
            "Stop it, or set LINTEL_PORT to another port.",
          ),
        ];
  },
};
