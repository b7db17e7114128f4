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
 * What stands before the nodes of an installation: each request goes to the next node, and to another
 * where that one takes no connection. What was sent to a node that dies is not sent again, for nobody
 * knows what became of it: the caller's line is cut as well.
 */
export interface Front extends AsyncDisposable {
  readonly url: string;
  /** How many messages of a method of the protocol it was given. */
  countOf(method: string): number;
  /** How many requests with a credential were cut. */
  cutsOf(key: string): number;
  /** How many answers of a node it handed back. */
  servedBy(node: Node): number;
  /** Resolves with the next request that a node is given. */
  nextOf(node: Node): Promise<void>;
  /** Loses what a node answers from now on, or hands it back again: its last answers die with it. */
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
      if (lost.has(node)) throw new Error("The answer is lost with its node.");
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      await pipeline(answer, response);
      add(`served ${node.name}`);
      return;
    }
    throw new Error("No node takes a connection.");
  }

  /** The answer, once it begins; null where the node takes no connection. */
  async function send(node: Node, given: IncomingMessage, body: Buffer) {
    const { method, headers } = given;
    // A connection each: none is kept to a node that was killed since.
    const request = sendRequest(new URL(given.url ?? "/", node.url), {
      method,
      headers: { ...headers, connection: "close" },
      agent: false,
    });
    request.once("socket", (socket) =>
      socket.once("connect", () => {
        for (const tell of waiting.get(node)?.splice(0) ?? []) tell();
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
