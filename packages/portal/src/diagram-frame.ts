import { markup } from "./html.ts";

/**
 * The document of the frame that draws a diagram. Mermaid needs inline styles, which this document's policy allows and
 * that of the pages does not.
 */
export function writeDiagramFrame(scriptAddress: string): string {
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="robots" content="noindex" />
        <title>Diagram</title>
        <style>
          body {
            margin: 0;
            background: transparent;
          }
          main {
            display: flow-root;
          }
          svg {
            display: block;
            max-width: 100%;
            height: auto;
          }
        </style>
        <script type="module" src="${scriptAddress}"></script>
      </head>
      <body>
        <main></main>
      </body>
    </html> `.text;
}
