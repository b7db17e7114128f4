import { once } from "node:events";
import {
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Node } from "../nodes/node.ts";

/**
 * A load balancer in front of the nodes: each request goes to the next node, and to another node if
 * that one accepts no connection. A request to a node that is killed is not sent again, because its
 * outcome is unknown: the caller's connection is cut as well.
 */
export interface Front extends AsyncDisposable {
  readonly url: string;
  /** The number of received messages by method of the protocol. */
  countOf(method: string): number;
  /** The number of cut requests with a credential. */
  cutsOf(key: string): number;
  /** The number of responses that it forwarded from a node. */
  servedBy(node: Node): number;
  /** Resolves with the next request to a node. */
  nextOf(node: Node): Promise<void>;
  /** Drops the responses of a node from now on, or forwards them again. */
  lose(node: Node, isLost: boolean): void;
}

export async function openFront(nodes: readonly Node[]): Promise<Front> {
  const counts = new Map<string, number>();
  const add = (what: string): void => void counts.set(what, count(what) + 1);
  const count = (what: string): number => counts.get(what) ?? 0;
  const waiting = new Map<Node, (() => void)[]>();
  const lost = new Set<Node>();
  let turn = 0;

  async function handOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    add(`method ${readMethod(body)}`);
    turn += 1;
    for (let tried = 0; tried < nodes.length; tried += 1) {
      const node = nodes[(turn + tried) % nodes.length];
      const answer = node === undefined ? null : await send(node, request, body);
      if (node === undefined || answer === null) continue;
      if (lost.has(node)) throw new Error("The response is lost with its node.");
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      await pipeline(answer, response);
      add(`served ${node.name}`);
      return;
    }
    throw new Error("No node accepts a connection.");
  }

  /** The response once it begins; null if the node accepts no connection. */
  async function send(node: Node, given: IncomingMessage, body: Buffer) {
    const { method, headers } = given;
    // One connection per request, so that none leads to a killed node.
    const request = sendRequest(new URL(given.url ?? "/", node.url), {
      method,
      headers: { ...headers, connection: "close" },
      agent: false,
    });
    request.once("socket", (socket) =>
      socket.once("connect", () => {
        for (const notify of waiting.get(node)?.splice(0) ?? []) notify();
      }),
    );
    request.end(body);
    try {
      const [answer] = (await once(request, "response")) as [IncomingMessage];
      return answer;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ECONNREFUSED") return null;
      throw error;
    }
  }

  const server = createServer((request, response) => {
    handOn(request, response).catch(() => {
      add(`cut ${readKey(request)}`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    countOf: (method) => count(`method ${method}`),
    cutsOf: (key) => count(`cut ${key}`),
    servedBy: ({ name }) => count(`served ${name}`),
    nextOf: (node) =>
      new Promise((resolve) => waiting.set(node, [...(waiting.get(node) ?? []), resolve])),
    lose: (node, isLost) => void (isLost ? lost.add(node) : lost.delete(node)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function readMethod(body: Buffer): string {
  try {
    return String((JSON.parse(body.toString()) as { method?: unknown }).method);
  } catch {
    return "none";
  }
}

function readKey({ headers }: IncomingMessage): string {
  const bearer = headers.authorization?.replace(/^Bearer /, "");
  return String(headers["x-api-key"] ?? bearer);
}
