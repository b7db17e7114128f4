import { compile } from "json-p3";
import { Client } from "undici";

/** The requests of the suite in a hand-written loop. */
export interface Floor extends AsyncDisposable {
  /** Sends the given number of requests, each for the item of the previous response. */
  run(count: number): Promise<void>;
}

/** The work of any hand-written loop: send, parse, check three values, pass one on. */
export function makeFloor(url: string): Floor {
  const client = new Client(url);
  const [state, next] = [compile("$.state"), compile("$.next")];
  return {
    async run(count) {
      let id: unknown = 1;
      for (let at = 0; at < count; at += 1) {
        const { statusCode, headers, body } = await client.request({
          method: "GET",
          path: `/items/${String(id)}`,
        });
        const document = (await body.json()) as Parameters<typeof state.query>[0];
        const isPassed =
          statusCode === 200 &&
          String(headers["content-type"]).includes("json") &&
          state.query(document).values()[0] === "available";
        if (!isPassed) throw new Error(`The answer to request ${at} is not the expected one.`);
        id = next.query(document).values()[0];
      }
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
