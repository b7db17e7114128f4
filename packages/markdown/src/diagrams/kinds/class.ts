import type { DiagramKind } from "./diagram.types.ts";

const name = String.raw`[\w\p{L}.-]+`;
const relation = new RegExp(
  String.raw`^${name}[ \t]+(?:"[^"]*"[ \t]+)?(?:<\|--|<\|\.\.|\*--|o--|-->|--\*|--o|--\|>|\.\.>|\.\.\|>|<--|--)[ \t]+(?:"[^"]*"[ \t]+)?${name}(?:[ \t]*:[ \t]*\S.*)?$`,
  "u",
);
const opening = new RegExp(String.raw`^(?:class[ \t]+${name}(?:~\w+~)?)[ \t]*\{$`, "u");
const bare = new RegExp(String.raw`^class[ \t]+${name}(?:~\w+~)?$`, "u");
const member = new RegExp(String.raw`^${name}[ \t]*:[ \t]*\S`, "u");

export const classes: DiagramKind = {
  label: "Class diagram",
  header: /^classDiagram$/i,
  writeHeader: (header) => header,
  decoration: /^(?:style|classDef|cssClass|click|link|callback|accTitle|accDescr)\b/,
  readLine(line, isInBlock) {
    if (isInBlock) {
      if (line === "}") return { connections: 0, block: -1 };
      return /[{}]/.test(line) ? null : { connections: 0 };
    }
    if (opening.test(line)) return { connections: 0, block: 1 };
    if (relation.test(line)) return { connections: 1 };
    return bare.test(line) || member.test(line) ? { connections: 0 } : null;
  },
};
