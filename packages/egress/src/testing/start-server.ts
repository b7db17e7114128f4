import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo, Server } from "node:net";

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface TestServer extends AsyncDisposable {
  readonly origin: string;
  readonly port: number;
  /** In the order of arrival. */
  readonly requests: readonly SeenRequest[];
  /** How many connections were accepted. */
  readonly connections: { readonly count: number };
}

export type AnswerRequest = (request: SeenRequest, response: ServerResponse) => void;

export async function startServer(answer: AnswerRequest, host = "127.0.0.1"): Promise<TestServer> {
  const requests: SeenRequest[] = [];
  const connections = { count: 0 };
  const listener: RequestListener = (incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const request = {
        method: incoming.method ?? "",
        url: incoming.url ?? "",
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString(),
      };
      requests.push(request);
      answer(request, response);
    });
  };
  const server = createServer(listener);
  server.on("connection", () => {
    connections.count += 1;
  });
  const port = await listen(server, host);
  return {
    origin: `http://${host}:${port}`,
    port,
    requests,
    connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function listen(server: Server, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}
