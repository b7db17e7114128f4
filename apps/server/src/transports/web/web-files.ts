import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../../platform/problem.ts";

/** Where the files of the web app are, in every region. */
export const webFilesPath = "/_app";

const mediaTypes: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
  ".svg": "image/svg+xml",
};

/** Encodings that a build contains, the smallest first. */
const encodings = [
  { name: "br", suffix: ".br" },
  { name: "gzip", suffix: ".gz" },
];

/** A file of a build: its path, and the paths of its encodings. */
interface WebFile {
  readonly path: string;
  readonly suffixes: ReadonlySet<string>;
}

/**
 * Serves the files of every build that is kept, so that pages opened before an update load their parts. Names contain a
 * digest of the content.
 */
export async function serveWebFiles(
  app: FastifyInstance,
  folders: readonly string[],
): Promise<void> {
  const files = new Map<string, WebFile>();
  for (const folder of folders.toReversed()) await addFiles(files, folder);
  app.get(`${webFilesPath}/:name`, async (request, reply) => {
    const { name } = request.params as { name: string };
    const file = files.get(name);
    if (file === undefined) throw new Problem("NOT_FOUND", "The web app has no such file.");
    return sendFile(request, reply, file);
  });
}

async function addFiles(files: Map<string, WebFile>, folder: string): Promise<void> {
  const names = new Set(await readdir(folder));
  for (const name of names) {
    if (mediaTypes[path.extname(name)] === undefined) continue;
    const suffixes = encodings.map(({ suffix }) => suffix);
    const present = suffixes.filter((suffix) => names.has(name + suffix));
    files.set(name, { path: path.join(folder, name), suffixes: new Set(present) });
  }
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: WebFile,
): Promise<FastifyReply> {
  const accepted = request.headers["accept-encoding"] ?? "";
  const encoding = encodings.find(
    ({ name, suffix }) => file.suffixes.has(suffix) && new RegExp(`\\b${name}\\b`).test(accepted),
  );
  const bytes = await readFile(file.path + (encoding?.suffix ?? ""));
  if (encoding !== undefined) reply.header("content-encoding", encoding.name);
  if (file.suffixes.size > 0) reply.header("vary", "accept-encoding");
  return reply
    .headers({
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "same-origin",
    })
    .type(mediaTypes[path.extname(file.path)] ?? "application/octet-stream")
    .send(bytes);
}
