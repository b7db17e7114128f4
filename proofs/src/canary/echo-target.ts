import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** An API that returns every request in every encoding, which is the worst case for a report. */
export interface EchoTarget extends AsyncDisposable {
  readonly url: string;
  /** All received requests: a canary that never arrived proves nothing. */
  received(): string;
}

export async function startEchoTarget(token: string, extracted: string): Promise<EchoTarget> {
  let received = "";
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const said = `${request.url} ${JSON.stringify(request.headers)} ${body}`;
      received += `${said}\n`;
      if (request.url === "/token") {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(
          JSON.stringify({ access_token: token, token_type: "bearer", expires_in: 300 }),
        );
        return;
      }
      if (request.url?.startsWith("/cut") === true) {
        request.socket.destroy();
        return;
      }
      const echo = {
        headers: request.headers,
        url: request.url,
        body,
        base64: Buffer.from(body).toString("base64"),
        // A request that is sent by hand shows its answer to the caller; only cases extract.
        ...(request.url?.startsWith("/echo") === true ? {} : { token: extracted }),
      };
      const status = request.url?.startsWith("/fail") === true ? 500 : 200;
      const heard = String(request.headers["x-secret"] ?? "none").replaceAll(/[^\x20-\x7E]/g, "");
      response.writeHead(status, { "content-type": "application/json", "x-heard": heard });
      response.end(JSON.stringify(echo));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
