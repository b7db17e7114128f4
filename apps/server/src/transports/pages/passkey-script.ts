import { readFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";

const library = fileURLToPath(import.meta.resolve("@simplewebauthn/browser"));
// The package exports modules of many files; its bundle is one file, which defines a global.
const bundle = path.join(library, "../../dist/bundle/index.umd.min.js");
const own = fileURLToPath(import.meta.resolve("@lintel/portal/assets/passkeys.js"));

const files = await Promise.all(
  Object.entries({ webauthn: bundle, passkeys: own }).map(async ([name, file]) => {
    const content = await readFile(file, "utf8");
    const digest = createHash("sha256").update(content).digest("hex").slice(0, 12);
    return { address: `/_pages/${name}.${digest}.js`, content };
  }),
);

/** The scripts of a page with passkeys, in the order in which they run. */
export const passkeyScripts: readonly string[] = files.map(({ address }) => address);

export function servePasskeyScripts(app: FastifyInstance): void {
  for (const { address, content } of files) {
    app.get(address, async (_, reply) =>
      reply
        .type("text/javascript; charset=utf-8")
        .header("cache-control", "public, max-age=31536000, immutable")
        .send(content),
    );
  }
}
