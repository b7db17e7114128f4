import { renderMermaidSVG } from "beautiful-mermaid";
import type { DiagramKind, DiagramReading } from "./kinds/diagram.types.ts";
import type { NotDrawn } from "./read-diagram.ts";
import { rewriteSvg } from "./rewrite-svg.ts";
import { writeSource } from "./write-source.ts";

/** A drawing that has the ids of a page's diagram 0. */
export interface Drawn {
  readonly html: string;
  readonly connections: number;
  readonly hasIgnored: boolean;
}

/** Draws a diagram with its text below, for readers who cannot see it, or returns why it is not drawn. */
export function drawDiagram(
  source: string,
  kind: DiagramKind,
  reading: DiagramReading,
): Drawn | NotDrawn {
  try {
    const drawn = renderMermaidSVG(reading.lines.join("\n"), { transparent: true });
    const svg = rewriteSvg(drawn, kind.label);
    const html =
      `<figure class="lm-diagram"><div class="lm-drawing" role="group" aria-label="${kind.label}" tabindex="0">${svg}</div>` +
      `<details class="lm-diagram-text"><summary>${kind.label} as text</summary>${writeSource(source)}</details></figure>`;
    return { html, connections: reading.connections, hasIgnored: reading.hasIgnored };
  } catch {
    // The layout fails for some graphs. Then the text is shown, as for kinds that are not drawn.
    return { reason: "it cannot be laid out", line: 0 };
  }
}
