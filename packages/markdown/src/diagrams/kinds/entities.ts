import type { DiagramKind } from "./diagram.types.ts";

const name = String.raw`[\w\p{L}.-]+`;
// The ends of a relationship that the drawer knows: exactly one, zero or one, one or more, any number.
const left = String.raw`(?:\|\||\|o|o\||\}\||\}o)`;
const right = String.raw`(?:\|\||o\||\|o|\|\{|o\{)`;
const relation = new RegExp(
  String.raw`^${name}[ \t]+${left}(?:--|\.\.)${right}[ \t]+${name}[ \t]*:[ \t]*\S`,
  "u",
);
const opening = new RegExp(String.raw`^${name}[ \t]*\{$`, "u");
const attribute =
  /^[^\s{}]+[ \t]+[^\s{}]+(?:[ \t]+(?:PK|FK|UK)(?:[ \t]*,[ \t]*(?:PK|FK|UK))*)?(?:[ \t]+"[^"]*")?$/u;

export const entities: DiagramKind = {
  label: "Entity relationship diagram",
  header: /^erDiagram$/i,
  writeHeader: (header) => header,
  decoration: /^(?:style|classDef|class|accTitle|accDescr)\b/,
  readLine(line, isInBlock) {
    if (isInBlock) {
      if (line === "}") return { connections: 0, block: -1 };
      return attribute.test(line) ? { connections: 0 } : null;
    }
    if (opening.test(line)) return { connections: 0, block: 1 };
    return relation.test(line) ? { connections: 1 } : null;
  },
};
