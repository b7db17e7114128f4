import { createHash } from "node:crypto";
import { markup, raw, type Markup } from "@lintel/portal/html";

/** The description of the service at `/`: JSON for programs, a page for people. */
export interface ServiceDescription {
  readonly name: "Lintel";
  readonly version: string;
  readonly description: string;
  /** Paths on this origin, or complete addresses. */
  readonly links: {
    readonly openapi: string;
    readonly tools: string;
    readonly command: string;
    readonly health: string;
    /** null: the portal is not served. */
    readonly documentation: string | null;
  };
}

const style = `:root{color-scheme:light dark;font:1rem/1.6 system-ui,sans-serif;background:light-dark(#fff,#101216);color:light-dark(#16181d,#e8eaee)}
a{color:light-dark(#2b3fbf,#a3b1ff)}
body{max-width:44rem;margin:4rem auto;padding:0 1.25rem}
h1{font-size:1.75rem;margin:0}
code,pre{font-family:ui-monospace,monospace;font-size:.875rem}
pre{overflow-x:auto;padding:.75rem 1rem;border:1px solid #8886;border-radius:.5rem}
dt{font-weight:600;margin-top:.75rem}
dd{margin:0}`;

const styleDigest = createHash("sha256").update(style).digest("base64");

/** Only for this page: it contains nothing from users and runs no scripts. */
export const servicePagePolicy = `default-src 'none'; style-src 'sha256-${styleDigest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** @param origin - under which the reader reached the service */
export function writeServicePage(service: ServiceDescription, origin: string): string {
  const { version, description, links } = service;
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Lintel</title>
        <style>${raw(style)}</style>
      </head>
      <body>
        <main>
          <h1>Lintel ${version}</h1>
          <p>${description} This address serves its API.</p>
          <dl>
            <dt>For people</dt>
            <dd><a href="/account">Sign in</a> for your account, API keys and invitations</dd>
            ${writeDocumentation(links.documentation)}
            <dt>For programs</dt>
            <dd><a href="${links.openapi}">The REST interface as an OpenAPI document</a></dd>
            <dt>For agents</dt>
            <dd>Tools over MCP at <code>${origin}${links.tools}</code></dd>
            <dt>For terminals and pipelines</dt>
            <dd><a href="${links.command}">The <code>lintel</code> command</a>, one file for Node.js:</dd>
          </dl>
          ${writeExample(origin, links.command)}
          <p>Programs need an API key, which you create after you sign in. While the server has no organization, its start
          prints the address to create one.</p>
        </main>
      </body>
    </html> `.text;
}

function writeDocumentation(address: string | null): Markup {
  return address === null
    ? markup``
    : markup`<dt>For readers</dt><dd><a href="${address}">The published documentation</a></dd>`;
}

// Built separately, because a template of markup drops line breaks.
function writeExample(origin: string, command: string): Markup {
  const lines = [
    `curl -fsSO ${origin}${command}`,
    `curl -fsS ${origin}${command}.sha256 | sha256sum --check`,
    `LINTEL_URL=${origin} node lintel.mjs login`,
  ];
  return markup`<pre tabindex="0" aria-label="Commands">${lines.join("\n")}</pre>`;
}
