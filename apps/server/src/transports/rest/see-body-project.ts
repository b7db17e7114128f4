import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";

/** Only the beginning of a body is searched for its project: more would delay other calls. */
const lookedThroughBytes = 256 * 1024;

/** A body, as Fastify's parser receives it. */
type Payload = Readable & { receivedEncodedLength?: number };

/**
 * Finds the project that a body names before anything of the body is refused: whether it is JSON,
 * and of which media type. `findProject` throws if the caller may not see the project. The body is
 * forwarded unchanged.
 */
export async function seeBodyProject(
  request: FastifyRequest,
  payload: Readable,
  findProject: (projectId: string) => Promise<void>,
): Promise<Payload> {
  const { bodyLimit } = request.routeOptions;
  // The parser refuses it unread.
  if (Number(request.headers["content-length"]) > bodyLimit) return payload;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of readUntilLeft(payload)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > bodyLimit) break;
  }
  const projectId = readProjectId(
    Buffer.concat(chunks).subarray(0, lookedThroughBytes).toString("latin1"),
  );
  if (projectId !== null) await findProject(projectId);
  const body: Payload = Readable.from(length > bodyLimit ? joinRest(chunks, payload) : chunks);
  body.receivedEncodedLength = length;
  return body;
}

/** The chunks of a stream that stays open when its reader stops. */
async function* readUntilLeft(payload: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch (error) {
    // The caller disconnected during the body, which is not a server error.
    throw Object.assign(error as Error, { statusCode: 400 });
  }
}

async function* joinRest(chunks: readonly Buffer[], payload: Readable): AsyncGenerator<Buffer> {
  yield* chunks;
  yield* readUntilLeft(payload);
}

const opening = new Set(["{", "["]);
const closing = new Set(["}", "]"]);

/**
 * The last `projectId` of the outermost object, even of an invalid one: only strings and brackets are scanned. null if
 * there is none.
 */
export function readProjectId(text: string): string | null {
  let [depth, found]: [number, string | null] = [0, null];
  let [isNamed, isNext] = [false, false];
  // An unterminated string extends to the end of the text, so that none is scanned twice.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\[^])*(?:"|\\?$)|[{}[\]:,]/g)) {
    if (opening.has(token)) depth += 1;
    else if (closing.has(token)) depth -= 1;
    else if (isNext && token.startsWith('"')) found = token.slice(1, -1);
    isNext = isNamed && token === ":";
    isNamed = depth === 1 && token === '"projectId"';
  }
  return found;
}
