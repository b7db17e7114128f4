import type { DiagramKind } from "./diagram.types.ts";

const participant = /^(?:participant|actor)[ \t]+[^\s:<>@{}]+(?:[ \t]+as[ \t]+\S.*)?$/;
const note = /^note[ \t]+(?:left of|right of|over)[ \t]+[^:]+:[ \t]*\S/i;
const frame = /^(?:(?:loop|alt|opt|par|critical|break|else|and)(?:[ \t]+\S.*)?|end)$/;
const message = /^[^\s:<>-][^\s:<>]*?[ \t]*--?(?:>>|>|\)|x)[ \t]*[+-]?[^\s:<>+-]+[ \t]*:[ \t]*\S/;

export const sequence: DiagramKind = {
  label: "Sequence diagram",
  header: /^sequenceDiagram$/i,
  writeHeader: (header) => header,
  decoration: /^(?:accTitle|accDescr|links?)\b/,
  readLine(line) {
    if (participant.test(line) || note.test(line) || frame.test(line)) return { connections: 0 };
    return message.test(line) ? { connections: 1 } : null;
  },
};
