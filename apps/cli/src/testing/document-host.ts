import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The answer of an address. */
export interface HostedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface DocumentHost extends AsyncDisposable {
  readonly url: string;
  /** The headers of every request, in order. */
  readonly asked: Readonly<Record<string, string | string[] | undefined>>[];
}

/** A web server that serves documents by path, and 404 otherwise. */
export async function startDocumentHost(
  answers: Readonly<Record<string, HostedAnswer>>,
): Promise<DocumentHost> {
  const asked: DocumentHost["asked"] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers);
    const { status = 200, headers = {}, body = "" } = answers[request.url ?? ""] ?? { status: 404 };
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
