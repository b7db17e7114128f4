import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** This many bytes are read and dropped after the answer, which keeps the connection for the next call. */
const droppedBytes = 256 * 1024;
/** How long a caller may take to read the answer before its connection is closed. */
const lingerMs = 2000;

/**
 * Closes the connection of a caller that is answered before its body was read, unless the rest is small. Otherwise
 * anyone without a credential could make the server read any amount of bytes.
 */
export function limitUnreadBodies(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    if (isLong(request.raw)) {
      reply.header("connection", "close");
      lingerAfterAnswer(request.raw.socket);
    }
    done(null, payload);
  });
}

function isLong({ complete, headers, socket }: IncomingMessage): boolean {
  // A request that was made in this process has no connection.
  if (complete || !(socket instanceof Socket)) return false;
  const length = headers["content-length"];
  return length === undefined
    ? headers["transfer-encoding"] !== undefined
    : Number(length) > droppedBytes;
}

/**
 * Node closes a connection by destroying its socket. If unread bytes of the caller remain, the resulting reset may
 * overtake the answer. So the connection is closed for writing, a little more is read, and only then is it destroyed
 * (RFC 9112 §9.6).
 */
function lingerAfterAnswer(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end();
    let left = droppedBytes;
    socket.on("data", (bytes: Buffer) => {
      left -= bytes.length;
      if (left < 0) socket.pause();
    });
    const cut = setTimeout(() => socket.destroy(), lingerMs);
    socket.once("close", () => clearTimeout(cut));
  };
}
