import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";

const file = fileURLToPath(import.meta.resolve("@lintel/portal/assets/copy-text.js"));
const content = await readFile(file, "utf8");
const digest = createHash("sha256").update(content).digest("hex").slice(0, 12);

/** The script of a page with a button that copies a text. */
export const copyScript = `/_pages/copy-text.${digest}.js`;

export function serveCopyScript(app: FastifyInstance): void {
  app.get(copyScript, async (_, reply) =>
    reply
      .type("text/javascript; charset=utf-8")
      .header("cache-control", "public, max-age=31536000, immutable")
      .send(content),
  );
}
