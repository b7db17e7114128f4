import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../stage/random.ts";

/** An API that knows which calls it answered, by the gateway that sent them. */
export interface CountingUpstream extends AsyncDisposable {
  readonly url: string;
  /** Calls that it answered, by the value of `X-API-Key`. */
  readonly answered: ReadonlyMap<string, number>;
}

/** Answers with the name of the call, in two parts and after some milliseconds. */
export async function startCountingUpstream(random: Random): Promise<CountingUpstream> {
  const answered = new Map<string, number>();
  const server = createServer((request, response) => {
    const key = String(request.headers["x-api-key"]);
    const call = JSON.stringify({ call: request.headers["x-call"] });
    response.once("finish", () => answered.set(key, (answered.get(key) ?? 0) + 1));
    void (async () => {
      await sleep(random.between(0, 20));
      response.writeHead(200, { "content-type": "application/json" }).write(call.slice(0, 5));
      await sleep(random.between(0, 10));
      response.end(call.slice(5));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
