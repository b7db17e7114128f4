import { setTimeout } from "node:timers/promises";
import type { SeenRequest, TestServer } from "@lintel/egress/testing/start-server";
import { startServer } from "@lintel/egress/testing/start-server";

export interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string | string[]>;
  /** A text is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  readonly delayMs?: number;
}

/** A server that answers each path by a function of the request; 404 elsewhere. */
export async function serve(
  routes: Readonly<Record<string, (request: SeenRequest) => Answer>>,
): Promise<TestServer> {
  return startServer((request, response) => {
    const { pathname } = new URL(request.url, "http://any");
    const answer = routes[pathname]?.(request) ?? { status: 404, body: { error: "not found" } };
    const { body: given = "" } = answer;
    const isText = typeof given === "string";
    const type = isText ? {} : { "content-type": "application/json" };
    const body = isText ? given : JSON.stringify(given);
    void setTimeout(answer.delayMs ?? 0).then(() => {
      response.writeHead(answer.status ?? 200, { ...type, ...answer.headers });
      response.end(body);
    });
  });
}
