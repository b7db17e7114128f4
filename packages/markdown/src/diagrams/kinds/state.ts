import type { DiagramKind } from "./diagram.types.ts";

const transition =
  /^(?:\[\*\]|[\w\p{L}]+)[ \t]*-->[ \t]*(?:\[\*\]|[\w\p{L}]+)(?:[ \t]*:[ \t]*\S.*)?$/u;
const named = /^state[ \t]+"[^"]+"[ \t]+as[ \t]+[\w\p{L}]+(?:[ \t]*\{)?$/u;
const composite = /^state[ \t]+[\w\p{L}]+[ \t]*\{$/u;
const described = /^[\w\p{L}]+[ \t]*:[ \t]*\S/u;
const direction = /^(?:direction[ \t]+(?:TD|TB|LR|BT|RL)|\})$/i;

export const state: DiagramKind = {
  label: "State diagram",
  header: /^stateDiagram(?:-v2)?$/i,
  writeHeader: (header) => header,
  decoration: /^(?:classDef|class|style|accTitle|accDescr)\b/,
  readLine(line) {
    if (transition.test(line)) return { connections: 1 };
    const isOther = [named, composite, described, direction].some((form) => form.test(line));
    return isOther ? { connections: 0 } : null;
  },
};
