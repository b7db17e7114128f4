import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface TestServer extends AsyncDisposable {
  readonly origin: string;
}

type Handler = (request: IncomingMessage, response: ServerResponse, origin: string) => unknown;

/** A server on loopback, whose handler learns its origin. */
export async function openTestServer(handle: Handler): Promise<TestServer> {
  let origin = "";
  const server = createServer((request, response) => void handle(request, response, origin));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Follows redirects with cookies, as a browser does, until an address of another origin. */
export async function followUntil(start: string, isEnd: (url: URL) => boolean): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(start);
  for (let hops = 0; hops < 20; hops += 1) {
    if (isEnd(url)) return url;
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get("location");
    if (location === null) throw new Error(`${url.href}: ${answer.status} ${await answer.text()}`);
    url = new URL(location, url);
  }
  throw new Error("There were too many redirects.");
}
