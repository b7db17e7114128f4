import type { DiagramKind, LineReading } from "./diagram.types.ts";

const node =
  /^[\w-]+(?:\(\(\([^()]+\)\)\)|\(\[[^[\]]+\]\)|\(\([^()]+\)\)|\[\[[^[\]]+\]\]|\[\([^()]+\)\]|\[\/[^[\]]+\\\]|\[\\[^[\]]+\/\]|\{\{[^{}]+\}\}|>[^[\]]+\]|\["[^"]+"\]|\("[^"]+"\)|\{"[^"]+"\}|\[[^[\]]+\]|\([^()]+\)|\{[^{}]+\})?(?::::\w[\w-]*)?/;
const arrow = /^<?(?:-->|-\.->|==>|---|-\.-|===)(?![->=.])(?:\|[^|]*\|)?/;
const textArrow = /^<?(?:--|-\.|==)[ \t]+[^|<>]+?[ \t]+(?:-->|---|\.->|-\.-|==>|===)/;

/** The number of nodes in `A & B`, and the text after them. */
function takeNodes(text: string): { count: number; rest: string } | null {
  let rest = text;
  for (let count = 1; ; count += 1) {
    // In `A--text`, an id of word characters and hyphens would not end before `--`.
    const found = node.exec(rest)?.[0];
    if (found === undefined) return null;
    const id = /^[\w-]*?(?=-{2,}|-\.|$)|^[\w-]+/.exec(found)?.[0] ?? found;
    const taken = found.includes("--") && id !== "" && /^[\w-]+$/.test(found) ? id : found;
    rest = rest.slice(taken.length).trimStart();
    if (!rest.startsWith("&")) return { count, rest };
    rest = rest.slice(1).trimStart();
  }
}

function readConnections(line: string): LineReading | null {
  let nodes = takeNodes(line);
  let connections = 0;
  while (nodes !== null && nodes.rest !== "") {
    const link = arrow.exec(nodes.rest)?.[0] ?? textArrow.exec(nodes.rest)?.[0];
    if (link === undefined) return null;
    const next = takeNodes(nodes.rest.slice(link.length).trimStart());
    if (next === null) return null;
    connections += nodes.count * next.count;
    nodes = next;
  }
  return nodes === null ? null : { connections };
}

export const flowchart: DiagramKind = {
  label: "Flowchart",
  header: /^(?:graph|flowchart)(?:[ \t]+(?:TD|TB|LR|BT|RL))?$/i,
  writeHeader: (header) => (/\s/.test(header) ? header : `${header} TD`),
  decoration: /^(?:style|classDef|class|linkStyle|click|accTitle|accDescr)\b/,
  readLine(line) {
    const isFrame = /^(?:subgraph[ \t]+\S.*|end|direction[ \t]+(?:TD|TB|LR|BT|RL))$/i.test(line);
    return isFrame ? { connections: 0 } : readConnections(line);
  },
};
