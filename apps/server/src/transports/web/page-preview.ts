import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { markdownStylesheet } from "@lintel/markdown/stylesheet";
import { webFilesPath } from "./web-files.ts";

/**
 * The frame in which the web app shows a page of documentation as the portal does. Its policy gives it an opaque origin
 * and runs its own script alone; it loads nothing.
 */
export async function mountPagePreview(app: FastifyInstance): Promise<void> {
  const style = await readStyle();
  const script = await readAsset("@lintel/portal/assets/page-preview.js");
  const policy = [
    "sandbox allow-scripts",
    "default-src 'none'",
    `script-src '${digestOf(script)}'`,
    `style-src '${digestOf(style)}'`,
    "img-src data:",
    "media-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Preview</title><style>${style}</style></head><body><main class="preview"><article class="prose"></article></main><script>${script}</script></body></html>`;
  app.get(`${webFilesPath}/page-preview`, async (_, reply) =>
    reply
      .headers({
        "content-security-policy": policy,
        "cache-control": "no-cache",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
      })
      .removeHeader("x-frame-options")
      .type("text/html; charset=utf-8")
      .send(page),
  );
}

async function readStyle(): Promise<string> {
  const tokens = await readAsset("@lintel/tokens/tokens.css");
  const portal = await readAsset("@lintel/portal/assets/portal.css");
  return `${tokens}\n${markdownStylesheet}\n${portal}\n.preview{padding:1rem 1.5rem 3rem}`;
}

function readAsset(name: string): Promise<string> {
  return readFile(fileURLToPath(import.meta.resolve(name)), "utf8");
}

function digestOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
