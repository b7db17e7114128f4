import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { FastifyInstance, FastifyReply } from "fastify";
import { markup, type Markup } from "@lintel/portal/html";

/** A page of the server itself. It is complete without a script. */
export interface Page {
  readonly title: string;
  /** 200 by default. */
  readonly status?: number;
  readonly body: Markup;
  /** Whether the page shows lists; by default it is a narrow form. */
  readonly isWide?: boolean;
  /** Scripts of this origin, for what needs one, such as passkeys. */
  readonly scripts?: readonly string[];
  /** Other origins to which a form of the page leads by a redirect, such as an identity provider. */
  readonly formTargets?: readonly string[];
}

const readOwn = (specifier: string) =>
  readFile(fileURLToPath(import.meta.resolve(specifier)), "utf8");

const tokens = await readOwn("@lintel/tokens/tokens.css");
const style = `${tokens}\n${await readOwn("@lintel/portal/assets/pages.css")}`;
const digest = createHash("sha256").update(style).digest("hex").slice(0, 12);
const stylesheet = `/_pages/pages.${digest}.css`;

/** Serves the stylesheet, under a name that changes with it. */
export function servePageFiles(app: FastifyInstance): void {
  app.get(stylesheet, async (_, reply) =>
    reply
      .type("text/css; charset=utf-8")
      .header("cache-control", "public, max-age=31536000, immutable")
      .send(style),
  );
}

/** Sends a page that no other site can frame, no cache stores, and whose address is sent to no other site. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .code(page.status ?? 200)
    .headers({
      "content-security-policy": policyOf(page),
      "cache-control": "no-store",
      // With "no-referrer" browsers send forms with the origin "null" (Fetch §3.2).
      "referrer-policy": "same-origin",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
    })
    .type("text/html; charset=utf-8")
    .send(writePage(page));
}

function policyOf({ scripts = [], formTargets = [] }: Page): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    ...(scripts.length === 0 ? [] : ["script-src 'self'", "connect-src 'self'"]),
    `form-action ${["'self'", ...formTargets].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function writePage({ title, body, isWide = false, scripts = [] }: Page): string {
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Lintel</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${stylesheet}" />
        ${scripts.map((script) => markup`<script type="module" src="${script}"></script>`)}
      </head>
      <body>
        <header><a href="/">Lintel</a></header>
        <main${isWide && markup` class="wide"`}>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `.text;
}
