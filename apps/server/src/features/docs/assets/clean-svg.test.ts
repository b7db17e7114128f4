import { XmlDocument, XmlElement } from "libxml2-wasm";
import { describe, expect, it } from "vitest";
import { Problem } from "../../../platform/problem.ts";
import { cleanSvg } from "./clean-svg.ts";
import { hostile, svg } from "./hostile-svgs.testing.ts";

/** The cleaned SVG, or why it was refused. */
async function clean(text: string): Promise<string> {
  try {
    return (await cleanSvg(text)).clean;
  } catch (error) {
    if (error instanceof Problem && error.code === "ASSET_REFUSED")
      return `refused: ${error.detail}`;
    throw error;
  }
}

/** Every element and attribute, as another XML parser reads them. */
function readNames(text: string): string[] {
  using document = XmlDocument.fromString(text);
  const names: string[] = [];
  const walk = (element: XmlElement): void => {
    names.push(`${element.namespaceUri} ${element.name}`);
    names.push(...element.attrs.map(({ name }) => `@${name}`));
    for (let child = element.firstChild; child !== null; child = child.next)
      if (child instanceof XmlElement) walk(child);
  };
  walk(document.root);
  return names;
}

describe("a cleaned SVG", () => {
  it.each(Object.entries(hostile))("has nothing that runs or calls out of %s", async (_, text) => {
    const left = await clean(text);
    if (left.startsWith("refused: ")) return expect(left).toMatch(/^refused: The .+\.$/);
    expect(left).not.toMatch(/boom\(|hostile|javascript|<script|\son\w+=|base64,Ym9v/i);
    const names = readNames(left);
    expect(names[0]).toBe("http://www.w3.org/2000/svg svg");
    for (const name of names)
      expect(name).toMatch(
        /^http:\/\/www\.w3\.org\/2000\/svg (?:svg|g|a|use|image|text|title|rect|filter|style|set|animate)$|^@(?:id|href|width|values|to|attributeName)$/,
      );
    // Cleaning a cleaned SVG changes nothing.
    expect(await clean(left)).toBe(left);
  });

  it("refuses input that can be read in two ways", async () => {
    const refused = [
      "entities of its own",
      "a bomb of entities",
      "an entity of nobody",
      "a DOCTYPE of HTML",
      "HTML around it",
      "HTML by its namespace",
      "a root without a namespace",
      "a tag that does not end",
      "an attribute without quotes",
      "an attribute twice",
      "a prefix of nobody",
      "more after its end",
      "a character that XML has not",
    ];
    for (const name of refused)
      expect(await clean(hostile[name] ?? ""), name).toMatch(/^refused: /);
  });

  it("keeps what drawing programs write", async () => {
    const drawn = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- made by hand -->
<svg xmlns:s="http://www.w3.org/2000/svg" xmlns="http://www.w3.org/2000/svg" xmlns:l="http://www.w3.org/1999/xlink" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:tool="http://tool.example/" tool:version="1" viewBox="0 0 20 10">
<style type="text/css">.a{fill:#f00;stroke:url(#g)} @media (prefers-color-scheme: dark) {.a{fill:rgb(0, 0, 0)}}</style>
<defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient></defs>
<tool:view zoom="1"/>
<s:g transform="translate(1 2) rotate(3)"><rect class="a" width="5" height="5" style="fill: url('#g'); opacity: .5"/></s:g>
<use l:href="#g"/><image href="data:image/png;base64,iVBORw0KGgo=" width="1" height="1"/>
<text xml:space="preserve">5 &lt; 6 &amp; 日本</text><path d="M0 0L1 1"><animate attributeName="opacity" from="0" to="1" dur="1s"/></path>
</svg>`;
    expect((await cleanSvg(drawn)).clean).toMatchInlineSnapshot(`
      "<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 20 10">
      <style type="text/css">.a{fill:#f00;stroke:url(#g)} @media (prefers-color-scheme: dark) {.a{fill:rgb(0, 0, 0)}}</style>
      <defs><linearGradient id="g"><stop offset="0" stop-color="red"></stop></linearGradient></defs>

      <g transform="translate(1 2) rotate(3)"><rect class="a" width="5" height="5" style="fill: url('#g'); opacity: .5"></rect></g>
      <use xlink:href="#g"></use><image href="data:image/png;base64,iVBORw0KGgo=" width="1" height="1"></image>
      <text xml:space="preserve">5 &lt; 6 &amp; 日本</text><path d="M0 0L1 1"><animate attributeName="opacity" from="0" to="1" dur="1s"></animate></path>
      </svg>
      "
    `);
  });

  it.each([
    ['width="20" height="10.4"', 20, 10],
    ['width="1in" height="2.54cm"', 96, 96],
    ['viewBox="0 0 300 150"', 300, 150],
    ['width="100%" viewBox="0,0,30,40"', 30, 40],
    ['width="0" height="-1"', null, null],
    ['width="1e9" height="NaN"', null, null],
    ['width="99999999999"', null, null],
    ["", null, null],
  ])("of %s is %s by %s pixels", async (attributes, width, height) => {
    expect(await cleanSvg(svg("", attributes))).toMatchObject({ width, height });
  });

  it("is refused when it draws more than a browser can", async () => {
    const levels = Array.from(
      { length: 8 },
      (_, at) => `<g id="l${at + 1}">${`<use href="#l${at}"/>`.repeat(10)}</g>`,
    );
    const bomb = svg(`<rect id="l0"/>${levels.join("")}`);
    expect(await clean(bomb)).toMatch(/^refused: .*show each other/);
    const fills = Array.from(
      { length: 8 },
      (_, at) => `<pattern id="p${at + 1}">${`<rect fill="url(#p${at})"/>`.repeat(10)}</pattern>`,
    );
    expect(await clean(svg(fills.join("")))).toMatch(/^refused: .*show each other/);
    const circle = svg(`<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>`);
    expect(await clean(circle)).toContain("<use");
    expect(await clean(svg("<g>".repeat(300) + "</g>".repeat(300)))).toMatch(/^refused: .*nests/);
    const attributes = Array.from({ length: 1001 }, (_, at) => `a${at}=""`).join(" ");
    expect(await clean(svg(`<g ${attributes}/>`))).toMatch(/^refused: .*attributes/);
    const many = svg(`<rect id="r"/>${'<use href="#r"/>'.repeat(20_000)}`);
    expect(await clean(many)).toContain("<use");
  });

  it("is read in slices, so that other calls are answered while a large one is cleaned", async () => {
    const large = svg('<rect width="1"/>'.repeat(200_000));
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    try {
      expect((await clean(large)).match(/<rect width="1"><\/rect>/g)).toHaveLength(200_000);
    } finally {
      clearInterval(timer);
    }
    expect(turns).toBeGreaterThan(3);
  });
});
