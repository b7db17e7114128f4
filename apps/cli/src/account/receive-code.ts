import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { commandRedirectPath } from "@lintel/contract/words/oauth-clients";

/** The answer of the authorization server, which the browser brings. */
export interface ReceivedAnswer {
  readonly parameters: URLSearchParams;
  /** Shows a page in the browser. */
  readonly reply: (title: string, text: string) => void;
}

/** A server on this computer that waits for the browser (RFC 8252 §7.3). */
export interface Receiver {
  readonly redirectUri: string;
  /** Resolves with the answer that has the state. */
  readonly answer: Promise<ReceivedAnswer>;
  readonly close: () => Promise<void>;
}

/** Listens on any free port of the loopback interface. */
export async function openReceiver(state: string): Promise<Receiver> {
  const received = Promise.withResolvers<ReceivedAnswer>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const isAnswer = request.method === "GET" && url.pathname === commandRedirectPath;
    if (!isAnswer || url.searchParams.get("state") !== state)
      return sendPage(response, 404, "Not found", "This is not the answer to a sign-in.");
    return received.resolve({
      parameters: url.searchParams,
      reply: (title, text) => sendPage(response, 200, title, text),
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    redirectUri: `http://127.0.0.1:${port}${commandRedirectPath}`,
    answer: received.promise,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        // A browser may keep a connection open without a request.
        setTimeout(() => server.closeAllConnections(), 500).unref();
      }),
  };
}

function sendPage(response: ServerResponse, status: number, title: string, text: string) {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    // The address of this page contains the code.
    "referrer-policy": "no-referrer",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    connection: "close",
  });
  response.end(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Lintel</title>
<style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 4rem auto; padding: 0 1rem; }</style>
</head>
<body><main><h1>${title}</h1><p>${text}</p></main></body>
</html>
`);
}
