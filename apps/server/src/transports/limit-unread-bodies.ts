import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** So much of a body is read and dropped after its answer, which keeps the line for the next call. */
const droppedBytes = 256 * 1024;
/** How long a caller may take to read the answer before its line is cut. */
const lingerMs = 2000;

/**
 * Closes the line of a caller that is answered before its body was read, unless what is left is small.
 * Otherwise anyone without a credential could have any amount of bytes read.
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
  // A request that was made in this process has no line.
  if (complete || !(socket instanceof Socket)) return false;
  const length = headers["content-length"];
  return length === undefined
    ? headers["transfer-encoding"] !== undefined
    : Number(length) > droppedBytes;
}

/**
 * Node ends a line by destroying its socket. While bytes of the caller wait to be read, the reset that
 * follows may overtake the answer. So the line is closed for writing, a little more is read, and only
 * then is it cut (RFC 9112 §9.6).
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
