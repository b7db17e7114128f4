import { setImmediate } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { parseWhereExact } from "@lintel/openapi/json-text";
import { Problem } from "../../platform/problem.ts";
import { refuseTooManyValues } from "./count-values.ts";

/** The one media type of bodies. */
export function readJsonBodies(app: FastifyInstance): void {
  app.decorateRequest("exactBody", undefined);
  app.removeContentTypeParser(["text/plain", "application/json"]);
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, readJson);
}

/** Parses a body. An empty one counts as none, whatever media type the client names. */
export async function readJson(request: FastifyRequest, bytes: Buffer): Promise<unknown> {
  if (bytes.length === 0) return undefined;
  refuseCoding(request);
  const { value, exact } = await parseBody(bytes);
  request.exactBody = exact;
  return value;
}

/** Refuses bodies in another character set or coding, which would be misread. */
function refuseCoding({ headers }: FastifyRequest): void {
  const { "content-type": mediaType = "" } = headers;
  const [, charset = "utf-8"] = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(mediaType) ?? [];
  if (!/^utf-?8$/i.test(charset))
    throw new Problem("UNSUPPORTED_MEDIA_TYPE", `Send the body in UTF-8, not in ${charset}.`);
  const coding = headers["content-encoding"] ?? "identity";
  if (coding.toLowerCase() !== "identity")
    throw new Problem(
      "UNSUPPORTED_MEDIA_TYPE",
      `Send the body without Content-Encoding; ${coding} is not read.`,
    );
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Larger bodies are parsed in steps, between which other calls proceed. */
const largeBytes = 1024 * 1024;

interface ParsedBody {
  readonly value: unknown;
  /** Keeps the text of numbers that JSON.parse would change; undefined if there are none. */
  readonly exact: unknown;
}

async function parseBody(bytes: Buffer): Promise<ParsedBody> {
  const rest = bytes.length > largeBytes ? () => setImmediate() : () => undefined;
  refuseTooManyValues(bytes);
  await rest();
  const text = decode(bytes);
  await rest();
  const value = JSON.parse(text) as unknown;
  await rest();
  return { value, exact: parseWhereExact(text) };
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    // With lenient decoding, the stored text would differ from the one that was sent (RFC 8259
    // §8.1).
    throw new Problem("INVALID_JSON", "The body is not valid UTF-8.");
  }
}
