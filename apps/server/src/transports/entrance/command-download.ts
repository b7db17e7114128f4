import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { Problem } from "../../platform/problem.ts";

export const commandPath = "/cli/lintel.mjs";
const digestPath = `${commandPath}.sha256`;

/** Paths of the built command: next to the bundled server, or in the checkout's `dist`. */
const defaultFiles = ["../lintel.mjs", "../../../../../dist/lintel.mjs"].map((file) =>
  path.join(import.meta.dirname, file),
);

interface Command {
  readonly text: string;
  readonly digest: string;
}

/**
 * Serves the `lintel` command as one file, with its SHA-256 in the format of `sha256sum`, so that pipelines need no
 * package registry. It is read at each request, so that a new build is served at once.
 */
export function serveCommand(app: FastifyInstance, files: readonly string[] = defaultFiles): void {
  const options = { exposeHeadRoute: true };
  app.get(commandPath, options, async (_, reply) => {
    const { text, digest } = await readCommand(files);
    return reply
      .type("text/javascript; charset=utf-8")
      .header("content-disposition", 'attachment; filename="lintel.mjs"')
      .header("cache-control", "no-cache")
      .header("etag", `"${digest}"`)
      .send(text);
  });
  app.get(digestPath, options, async (_, reply) => {
    const { digest } = await readCommand(files);
    return reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", "no-cache")
      .send(`${digest}  lintel.mjs\n`);
  });
}

async function readCommand(files: readonly string[]): Promise<Command> {
  for (const file of files) {
    const text = await readFile(file, "utf8").catch(() => null);
    if (text !== null) return { text, digest: createHash("sha256").update(text).digest("hex") };
  }
  throw new Problem(
    "NOT_FOUND",
    "The lintel command is not built on this server; its operator runs `npm run build` in the checkout.",
  );
}
