import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { STATUS_CODES } from "node:http";
import { explainFailure } from "./forward-call.ts";
import { openRequest } from "./forward-special.ts";
import type { ClientRequest, OwnAnswer, Passage } from "./gateway.types.ts";
import { writeProblem } from "./own-answer.ts";
import { makeResponseFields, type Fields } from "./response-fields.ts";

/** Whether a request asks for a WebSocket; other upgrades are ignored (RFC 9110 §7.8). */
export const isWebSocket = ({ method, headers, httpVersion }: IncomingMessage): boolean =>
  method === "GET" &&
  httpVersion === "1.1" &&
  headers.upgrade?.toLowerCase() === "websocket" &&
  headers["sec-websocket-key"] !== undefined &&
  headers["content-length"] === undefined &&
  headers["transfer-encoding"] === undefined;

/** Joins the client with the upstream after both agreed on a WebSocket. */
export function forwardUpgrade(
  request: ClientRequest,
  socket: Duplex,
  head: Buffer,
  passage: Passage,
  onStatus: (status: number) => void,
): void {
  const outgoing = openRequest(request, passage, { connection: "Upgrade", upgrade: "websocket" });
  socket.once("close", () => outgoing.destroy());
  outgoing.once("error", (error) => {
    const answer = explainFailure(error, passage);
    onStatus(answer.status);
    refuseUpgrade(socket, answer);
  });
  outgoing.once("timeout", () =>
    outgoing.destroy(Object.assign(new Error("late"), { code: "ETIMEDOUT" })),
  );
  outgoing.once("upgrade", (answer, upstream, rest) => {
    onStatus(101);
    upstream.setTimeout(0);
    const fields = makeResponseFields(
      answer.statusCode ?? 502,
      answer.headers,
      passage.treatment.headers,
    );
    socket.write(writeHead(101, { ...fields, connection: "Upgrade", upgrade: "websocket" }));
    if (rest.length > 0) socket.write(rest);
    if (head.length > 0) upstream.write(head);
    join(socket, upstream);
  });
  outgoing.once("response", (answer) => {
    const status = answer.statusCode ?? 502;
    onStatus(status);
    const fields = makeResponseFields(
      answer.statusCode ?? 502,
      answer.headers,
      passage.treatment.headers,
    );
    delete fields["content-length"];
    socket.write(writeHead(status, { ...fields, connection: "close" }));
    answer.pipe(socket);
  });
  outgoing.end();
}

function join(left: Duplex, right: Duplex): void {
  left.pipe(right).pipe(left);
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const) {
    one.once("error", () => other.destroy());
    // What was read before the end is still on its way.
    one.once("close", () => (one.readableEnded ? other.end() : other.destroy()));
  }
}

/** An answer of the gateway to a request for an upgrade. */
export function refuseUpgrade(socket: Duplex, answer: OwnAnswer): void {
  const { fields, body } = writeProblem(answer);
  socket.end(writeHead(answer.status, { ...fields, connection: "close" }) + body);
}

function writeHead(status: number, fields: Fields): string {
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${one}\r\n`),
  );
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n`;
}
