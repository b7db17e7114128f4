import { fault, ok, warning, type Check } from "./check.types.ts";
import { isOwnServer } from "./own-server.ts";
import { tryToListen } from "./try-port.ts";

export const portalPortCheck: Check = {
  name: "portal",
  summary: "The address of the documentation portal is free, or this Lintel uses it.",
  async look({ host, portal, dataFolder }) {
    if (portal === null) return [ok("Switched off.")];
    const { port, isExplicit } = portal;
    const code = await tryToListen(host, port);
    if (code === null) return [ok(`${host}:${port} is free.`)];
    if (code === "EADDRINUSE" && (await isOwnServer(dataFolder))) {
      return [ok(`The server of this data folder runs; ${host}:${port} is in use, as expected.`)];
    }
    const fix = "Set LINTEL_PORTAL_PORT to another port, or to off.";
    const text = `${host}:${port} cannot be listened on (${code})`;
    return [
      isExplicit
        ? fault(`${text}.`, fix)
        : warning(`${text}: the portal would not be served.`, fix),
    ];
  },
};
