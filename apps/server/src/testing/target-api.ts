import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A request that reached the API under test. */
export interface Reached {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A small real API for suites to test. It records the requests that it receives. */
export interface TargetApi extends AsyncDisposable {
  readonly url: string;
  readonly reached: readonly Reached[];
}

type Answer = (request: Reached, response: ServerResponse) => void;

/** `/ok` answers JSON, `/slow?ms=` late, `/status/N` with N; `answers` adds paths or replaces them. */
export async function startTargetApi(
  answers: Readonly<Record<string, Answer>> = {},
): Promise<TargetApi> {
  const reached: Reached[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const path = request.url ?? "/";
      const received = { method: request.method ?? "", path, headers: request.headers, body };
      reached.push(received);
      const answer = answers[path.split("?", 1)[0] ?? ""] ?? answerPlainly;
      answer(received, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    reached,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answerPlainly(request: Reached, response: ServerResponse): void {
  const url = new URL(request.path, "http://target");
  const status = Number(/^\/status\/(\d+)$/.exec(url.pathname)?.[1] ?? 200);
  const answer = () =>
    response.writeHead(status, { "content-type": "application/json" }).end(
      JSON.stringify({
        method: request.method,
        path: url.pathname,
        authorization: request.headers.authorization ?? null,
      }),
    );
  setTimeout(answer, Number(url.searchParams.get("ms") ?? 0));
}
