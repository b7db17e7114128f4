import { markup } from "./html.ts";
import type { PortalFiles } from "./layout.ts";

/** A page of its own for what is not there, or may not be seen: it tells nothing of any site. */
export function writeMessage(title: string, text: string, files: PortalFiles): string {
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <script src="${files.themeScript}"></script>
        <link rel="stylesheet" href="${files.stylesheet}" />
      </head>
      <body>
        <main class="message">
          <h1>${title}</h1>
          <p>${text}</p>
        </main>
      </body>
    </html> `.text;
}
