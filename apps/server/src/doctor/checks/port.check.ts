import { fault, ok, type Check } from "./check.types.ts";
import { isOwnServer } from "./own-server.ts";
import { askForText, tryToListen } from "./try-port.ts";

export const portCheck: Check = {
  name: "address",
  summary: "The address to listen on is free, or Lintel uses it.",
  async look({ host, port, dataFolder }) {
    const code = await tryToListen(host, port);
    if (code === null) return [ok(`${host}:${port} is free.`)];
    if (code !== "EADDRINUSE") {
      return [
        fault(
          `${host}:${port} cannot be listened on (${code}).`,
          "Set LINTEL_HOST to an address of this machine, and LINTEL_PORT to a port that this user may use.",
        ),
      ];
    }
    const health = await askForText(
      { host, port, path: "/healthz" },
      (headers) => "x-request-id" in headers,
    );
    if (health !== null && (await isOwnServer(dataFolder))) {
      return [ok(`Lintel answers at ${host}:${port}.`)];
    }
    const who = health === null ? "Another program" : "The Lintel of another data folder";
    return [
      fault(`${who} listens at ${host}:${port}.`, "Stop it, or set LINTEL_PORT to another port."),
    ];
  },
};
