import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isFile, type AnyOperation, type OutgoingFile } from "@lintel/contract/operation";
import { toDatabaseProblem } from "../../platform/kernel/database-problem.ts";
import { Problem } from "../../platform/problem.ts";
import type { Serialize } from "../../platform/validation/serializer.ts";
import { pathOf } from "./send-problem.ts";

/** Sends an output as its declaration defines, with the status that is set: a record, a file, or nothing. */
export function sendOutput(
  operation: AnyOperation,
  texts: Readonly<Record<string, unknown>>,
  reply: FastifyReply,
  serialize: Serialize,
  output: unknown,
): FastifyReply {
  if (operation.output === null) return reply.send();
  if (isFile(operation.output)) return sendFile(reply, output as OutgoingFile);
  const fields = output as Record<string, unknown>;
  if (operation.rest?.location !== undefined) {
    reply.header("location", fillTemplate(operation.rest.location, { ...texts, ...fields }));
  }
  const { body, headers } = splitHeaders(fields, operation.rest?.headers ?? {});
  if ("etag" in headers) reply.header("cache-control", "private, no-cache");
  return reply
    .headers(headers)
    .type("application/json; charset=utf-8")
    .send(serialize(reply, body));
}

/** The caller already has the content (RFC 9110 §15.4.5). */
export function sendUnchanged(reply: FastifyReply, tag: string): FastifyReply {
  return reply.code(304).header("etag", tag).send();
}

/**
 * Sends headers now and the body when it is ready. Blanks before a JSON value are allowed (RFC 8259 §2): the first one
 * sends the headers, the others keep proxies from closing the connection. The status has been sent by then, so a
 * failure is sent as the body: the Problem that would have been the answer.
 */
export function sendHeld(
  request: FastifyRequest,
  reply: FastifyReply,
  serialize: Serialize,
  output: Promise<unknown>,
  blankIntervalMs: number,
): FastifyReply {
  const text = output.then(
    (value) => serialize(reply, value as Record<string, unknown>),
    (error: unknown) => {
      request.log.error({ err: error }, "a held call failed");
      return JSON.stringify(toProblem(error).toRecord(pathOf(request), request.id));
    },
  );
  const body = Readable.from(holdLine(text, blankIntervalMs));
  return reply
    .header("content-type", "application/json; charset=utf-8")
    .header("x-accel-buffering", "no")
    .send(body);
}

const toProblem = (error: unknown): Problem =>
  error instanceof Problem ? error : (toDatabaseProblem(error) ?? new Problem("INTERNAL_ERROR"));

async function* holdLine(text: Promise<string>, blankIntervalMs: number): AsyncGenerator<string> {
  // A caller that disconnects ends the stream, never the work.
  text.catch(() => {});
  yield " ";
  for (;;) {
    let timer: NodeJS.Timeout | undefined;
    const tick = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, blankIntervalMs, null);
    });
    const result = await Promise.race([text, tick]).finally(() => clearTimeout(timer));
    if (result !== null) {
      yield result;
      return;
    }
    yield " ";
  }
}

function sendFile(reply: FastifyReply, file: OutgoingFile): FastifyReply {
  return reply
    .header("content-type", file.mediaType)
    .header(
      "content-disposition",
      `attachment; filename="${file.fileName.replaceAll(/[^\w.-]/g, "_")}"`,
    )
    .header("x-content-type-options", "nosniff")
    .send(toPayload(file.content));
}

// As bytes, because Fastify would add a character set to the media type of a text.
function toPayload(content: OutgoingFile["content"]): Buffer | Readable {
  return typeof content === "string" || content instanceof Uint8Array
    ? Buffer.from(content)
    : Readable.from(content);
}

function splitHeaders(
  fields: Record<string, unknown>,
  named: Readonly<Record<string, string | undefined>>,
): { body: Record<string, unknown>; headers: Record<string, string> } {
  const headers: Record<string, string> = {};
  if (Object.keys(named).length === 0) return { body: fields, headers };
  const body = { ...fields };
  for (const [field, header] of Object.entries(named)) {
    if (header !== undefined) headers[header.toLowerCase()] = String(fields[field]);
    delete body[field];
  }
  return { body, headers };
}

function fillTemplate(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  );
}
