import { describe, expect, test } from "vitest";
import { listWarnings, renderHtml } from "../testing/render.ts";
import { limits } from "../values/limits.ts";
import { rewriteSvg, UnexpectedSvg } from "./rewrite-svg.ts";

const diagram = (text: string) => `\`\`\`mermaid\n${text}\n\`\`\``;

const drawn = {
  Flowchart:
    "flowchart LR\n  A[Start] --> B{Ok?}\n  B -->|yes| C((Done))\n  B -- no --> A & D\n  subgraph one [Group]\n    D([x])\n  end",
  "Sequence diagram":
    "sequenceDiagram\n  participant A as Reader\n  A->>+B: Ask\n  Note over A,B: wait\n  alt found\n    B-->>-A: Book\n  else\n    B--xA: none\n  end",
  "State diagram": "stateDiagram-v2\n  [*] --> Draft\n  Draft --> Done: publish\n  Done --> [*]",
  "Class diagram":
    'classDiagram\n  class Animal {\n    +int age\n    +eat() bool\n  }\n  Animal <|-- Duck\n  Duck "1" --> "*" Egg : lays',
  "Entity relationship diagram":
    'erDiagram\n  READER ||--o{ LOAN : has\n  LOAN {\n    int id PK\n    string book "of the shelf"\n  }',
};

describe("diagrams", () => {
  test.each(Object.entries(drawn))(
    "%s is drawn, with its text for those who cannot see it",
    async (label, text) => {
      const html = await renderHtml(diagram(text));
      expect(html).toContain(`role="img" aria-label="${label}"`);
      expect(html).toContain(`<summary>${label} as text</summary>`);
      expect(html).toContain("</svg>");
      expect(html).not.toMatch(/<style|\sstyle=|foreignObject|data-|var\(/);
      expect(await listWarnings(diagram(text))).toEqual([]);
    },
  );

  test("of other kinds, or with lines that the drawer would skip, are text for the island", async () => {
    for (const text of [
      "pie\n  a : 3",
      "graph TD\n  A ~~~ B",
      "sequenceDiagram\n  autonumber\n  A->>B: x",
    ]) {
      expect(await renderHtml(diagram(text))).toContain('data-island="mermaid"');
      expect(await listWarnings(diagram(text))).toEqual(["1 DIAGRAM_NOT_DRAWN"]);
    }
  });

  test("omit colours and links, with a warning", async () => {
    const text = 'graph TD\n  A --> B\n  style A fill:#f00\n  click A href "https://example.com"';
    const html = await renderHtml(diagram(text));
    expect(html.slice(0, html.indexOf("<details"))).not.toMatch(/#f00|example/);
    expect(await listWarnings(diagram(text))).toEqual(["1 DIAGRAM_STYLE_IGNORED"]);
  });

  test("on one page have different ids, and their arrows point to their own", async () => {
    const html = await renderHtml(
      `${diagram("graph TD\nA --> B")}\n\n${diagram("graph TD\nA --> B")}`,
    );
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of html.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(id);
  });

  test("that would take too long are not drawn", async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `N${at}`);
    const dense = `graph TD\n${many(11).join(" & ")} --> ${many(10).join(" & ")}`;
    const long = `graph TD\n${many(limits.diagramConnections + 2).join(" --> ")}`;
    const large = `graph TD\nA["${"x".repeat(limits.diagramCharacters)}"]`;
    for (const text of [dense, long, large]) {
      expect(await renderHtml(diagram(text))).toContain('data-island="mermaid"');
    }
  });

  test("of a page are drawn up to a maximum of connections", async () => {
    const chain = (name: string) =>
      `graph TD\n${Array.from({ length: 90 }, (_, at) => `${name}${at} --> ${name}${at + 1}`).join("\n")}`;
    const page = ["a", "b", "c", "d", "e"].map((name) => diagram(chain(name))).join("\n\n");
    expect((await renderHtml(page)).match(/<svg/g)).toHaveLength(4);
  });

  test("a drawing with any other content is refused", () => {
    for (const inner of ["<script>x()</script>", "<a href='x'/>", "<foreignObject/>", "<image/>"]) {
      expect(() => rewriteSvg(`<svg viewBox="0 0 1 1">${inner}</svg>`, "x")).toThrow(UnexpectedSvg);
    }
  });
});
