import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { markup } from "@lintel/portal/html";
import { pagePath } from "../pages/page-path.ts";
import { webFilesPath } from "./web-files.ts";

/** The files that the page names. */
export interface WebPageFiles {
  readonly id: string;
  readonly script: string;
  readonly themeScript: string;
  readonly styles: readonly string[];
  readonly preloads: readonly string[];
}

/** Sends the page of the web app. Each answer has its own nonce, with which the app adds styles. */
export function sendWebPage(
  request: Pick<FastifyRequest, "region">,
  reply: FastifyReply,
  files: WebPageFiles,
): FastifyReply {
  const nonce = randomBytes(16).toString("base64");
  return reply
    .headers({
      "content-security-policy": policyOf(nonce),
      "cache-control": "no-store",
      "referrer-policy": "same-origin",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    })
    .type("text/html; charset=utf-8")
    .send(writePage(pagePath(request, ""), nonce, files));
}

function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // Documents of users, each with a policy of its own.
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function writePage(base: string, nonce: string, files: WebPageFiles): string {
  const place = (file: string) => `${base}${webFilesPath}/${file}`;
  const fonts = files.preloads.filter((file) => file.endsWith(".woff2"));
  const modules = files.preloads.filter((file) => file.endsWith(".js"));
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <meta name="lintel-base" content="${base}" />
        <meta name="lintel-build" content="${files.id}" />
        <meta property="csp-nonce" nonce="${nonce}" />
        <title>Lintel</title>
        <link rel="icon" href="data:," />
        <script src="${place(files.themeScript)}"></script>
        ${fonts.map((file) => markup`<link rel="preload" as="font" type="font/woff2" href="${place(file)}" crossorigin />`)}
        ${files.styles.map((file) => markup`<link rel="stylesheet" href="${place(file)}" />`)}
        ${modules.map((file) => markup`<link rel="modulepreload" href="${place(file)}" />`)}
        <script type="module" src="${place(files.script)}"></script>
      </head>
      <body>
        <div id="app"></div>
        <noscript>Lintel needs JavaScript. <a href="${base}/account">Your account</a> works without it.</noscript>
      </body>
    </html> `.text;
}
