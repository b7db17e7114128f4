import { compile } from "json-p3";
import { Client } from "undici";

/** The requests of the suite sent by hand. */
export interface Floor extends AsyncDisposable {
  /** Sends so many requests, each to what the answer before it named. */
  run(count: number): Promise<void>;
}

/** What any hand-written loop has to do: send, parse, check three things, take one value on. */
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
