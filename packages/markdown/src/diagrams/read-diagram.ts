import { limits } from "../values/limits.ts";
import type { DiagramKind, DiagramReading } from "./kinds/diagram.types.ts";
import { classes } from "./kinds/class.ts";
import { entities } from "./kinds/entities.ts";
import { flowchart } from "./kinds/flowchart.ts";
import { sequence } from "./kinds/sequence.ts";
import { state } from "./kinds/state.ts";

const kinds: readonly DiagramKind[] = [flowchart, sequence, state, classes, entities];

/** Why a diagram is not drawn, as the end of a sentence. */
export type NotDrawn = { readonly reason: string; readonly line: number };

export type DiagramAnswer =
  | { readonly kind: DiagramKind; readonly reading: DiagramReading }
  | NotDrawn;

/** Mermaid's own front matter and directives set looks, but the page sets them here. */
function stripSettings(lines: readonly string[]): { lines: string[]; before: number } {
  const end = lines[0]?.trim() === "---" ? lines.indexOf("---", 1) : -1;
  return { lines: lines.slice(end + 1), before: end + 1 };
}

const isComment = (line: string) => line === "" || line.startsWith("%%");

function readLines(kind: DiagramKind, lines: readonly string[], before: number): DiagramAnswer {
  const kept: string[] = [];
  let connections = 0;
  let blocks = 0;
  let hasIgnored = false;
  for (const [at, written] of lines.entries()) {
    const line = written.trim().replace(/;$/, "").trimEnd();
    if (isComment(line)) continue;
    if (kept.length === 0) {
      kept.push(kind.writeHeader(line));
      continue;
    }
    if (blocks === 0 && kind.decoration?.test(line) === true) {
      hasIgnored = true;
      continue;
    }
    const read = kind.readLine(line, blocks > 0);
    if (read === null || line.length > limits.diagramLineCharacters) {
      return { reason: "a line is of a form that is not drawn on the server", line: at + before };
    }
    connections += read.connections;
    blocks += read.block ?? 0;
    kept.push(line);
  }
  const isTooLarge = connections > limits.diagramConnections || kept.length > limits.diagramLines;
  if (isTooLarge) return { reason: "it is too large", line: 0 };
  return { kind, reading: { lines: kept, connections, hasIgnored } };
}

/** Reads a diagram far enough to decide whether it can be drawn. Lines count from 0 in its text. */
export function readDiagram(source: string): DiagramAnswer {
  if (source.length > limits.diagramCharacters) return { reason: "it is too large", line: 0 };
  const { lines, before } = stripSettings(source.replaceAll("\r\n", "\n").split("\n"));
  const header = lines.map((line) => line.trim()).find((line) => !isComment(line)) ?? "";
  const bare = header.replace(/;$/, "").trimEnd();
  const kind = kinds.find((one) => one.header.test(bare));
  if (kind === undefined) return { reason: "its kind is not drawn on the server", line: 0 };
  return readLines(kind, lines, before);
}
