import { markup, type Markup } from "./html.ts";
import type { PortalFiles } from "./layout.ts";
import type { LinkedTitle } from "./portal.types.ts";

export interface MessageView {
  readonly title: string;
  readonly body: Markup;
  /** Shown in the header: where the reader can go from here. */
  readonly home: LinkedTitle | null;
  readonly isIndexed: boolean;
}

/** A page that belongs to no site, and reveals nothing about sites that the reader may not see. */
export function writeMessage(
  { title, body, home, isIndexed }: MessageView,
  files: PortalFiles,
): string {
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${!isIndexed && markup`<meta name="robots" content="noindex" />`}
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <script src="${files.themeScript}"></script>
        <link rel="stylesheet" href="${files.stylesheet}" />
      </head>
      <body>
        ${home !== null && markup`<header class="top"><a class="brand" href="${home.href}">${home.title}</a></header>`}
        <main class="message">
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `.text;
}
