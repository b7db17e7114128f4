import { Agent, get, type IncomingMessage } from "node:http";
import { pino } from "pino";
import { expect, it } from "vitest";

import { startPortal } from "./portal-server.ts";

const log = pino({ level: "silent" });

/** Reads over a persistent connection, and returns how the server answered. */
function read(
  port: number,
  agent: Agent,
): Promise<[status: number, connection: string, text: string]> {
  return new Promise((resolve, reject) => {
    const answer = async (response: IncomingMessage) => {
      let text = "";
      for await (const chunk of response) text += String(chunk);
      return [response.statusCode ?? 0, response.headers.connection ?? "", text] as [
        number,
        string,
        string,
      ];
    };
    get({ host: "127.0.0.1", port, path: "/healthz", agent }, (response) => {
      answer(response).then(resolve, reject);
    }).on("error", reject);
  });
}

it("closes readers' connections once the process is about to stop, without waiting for idle ones", async () => {
  const stop = { isGiven: false };
  const portal = await startPortal({
    host: "127.0.0.1",
    port: 0,
    publicUrl: null,
    regions: [],
    log,
    stop,
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const idle = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await read(portal.port, agent)).toEqual([200, "keep-alive", "ok\n"]);
  expect(await read(portal.port, idle)).toEqual([200, "keep-alive", "ok\n"]);
  stop.isGiven = true;
  expect(await read(portal.port, agent)).toEqual([200, "close", "ok\n"]);
  // The other connection is idle: it is closed with the listener.
  await portal.close();
  await expect(read(portal.port, idle)).rejects.toThrow();
  agent.destroy();
  idle.destroy();
});
