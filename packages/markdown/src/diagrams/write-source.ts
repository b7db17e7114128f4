import { escapeText } from "../values/escape-html.ts";

/** The text of a diagram as code. */
export const writeSource = (source: string): string =>
  `<pre tabindex="0"><code class="language-mermaid">${escapeText(source)}</code></pre>`;

/**
 * The text of a diagram that the server does not draw, marked for the sandboxed island that may draw it in the browser.
 */
export const writeUndrawn = (source: string): string =>
  `<figure class="lm-diagram lm-diagram-undrawn" data-island="mermaid">${writeSource(source)}</figure>`;
