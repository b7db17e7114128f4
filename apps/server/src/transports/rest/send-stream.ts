import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { OutgoingStream, StreamMessage } from "@lintel/contract/operation";

/**
 * Sends messages as they come (HTML Living Standard, "Server-sent events"). A comment keeps the line
 * open while there are none.
 */
export function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  stream: OutgoingStream,
  commentIntervalMs: number,
): FastifyReply {
  reply.header("content-type", "text/event-stream").header("x-accel-buffering", "no");
  if (request.method === "HEAD") return reply.send();
  const gone = new AbortController();
  if (reply.raw.destroyed) gone.abort();
  reply.raw.once("close", () => gone.abort());
  const messages = stream.open(gone.signal);
  return reply.send(Readable.from(writeMessages(request, messages, commentIntervalMs)));
}

async function* writeMessages(
  request: FastifyRequest,
  messages: AsyncIterable<StreamMessage>,
  commentIntervalMs: number,
): AsyncGenerator<string> {
  const iterator = messages[Symbol.asyncIterator]();
  try {
    for (let next = iterator.next(); ;) {
      let timer: NodeJS.Timeout | undefined;
      const tick = new Promise<null>((resolve) => {
        timer = setTimeout(resolve, commentIntervalMs, null);
      });
      const result = await Promise.race([next, tick]).finally(() => clearTimeout(timer));
      if (result?.done === true) return;
      yield result === null ? ":\n\n" : writeMessage(result.value);
      if (result !== null) next = iterator.next();
    }
  } catch (error) {
    // The status has left: the stream ends, and the caller that opens another is answered why.
    request.log.info({ err: error }, "a stream was ended");
  } finally {
    await iterator.return?.();
  }
}

function writeMessage({ id, event, data }: StreamMessage): string {
  const name = event === undefined ? "" : `event: ${event}\n`;
  const content = data === undefined ? "" : `data: ${JSON.stringify(data)}\n`;
  return `id: ${id}\n${name}${content}\n`;
}
