import { describe, expect, it } from "vitest";
import { parseText, type TextNode } from "./parse-text.ts";

const print = (nodes: readonly TextNode[]): string =>
  nodes
    .map(({ tag, text, href, nodes: inner }) =>
      tag === null ? text : `<${tag}${href === null ? "" : ` ${href}`}>${print(inner)}</${tag}>`,
    )
    .join("");

describe("a short text of Markdown", () => {
  it("is a tree of elements and texts", () => {
    expect(print(parseText("# Move\n\nCall `GET /v2`\nor *wait*."))).toBe(
      "<h1>Move</h1><p>Call <code>GET /v2</code> or <em>wait</em>.</p>",
    );
    expect(print(parseText("1. one\n2. two\n\n```sh\ncurl a\n```"))).toBe(
      "<ol><li>one</li><li>two</li></ol><pre>curl a\n</pre>",
    );
    expect(print(parseText("| a |\n|---|\n| b |"))).toBe(
      "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>",
    );
    expect(print(parseText("one  \ntwo\n\n---"))).toBe("<p>one<br></br>two</p><hr></hr>");
  });

  it("has HTML as text, no pictures, and only links that lead to a page or a mailbox", () => {
    expect(print(parseText("<script>a</script> <b>c</b>"))).toBe(
      "<p><script>a</script> <b>c</b></p>",
    );
    expect(parseText("<script>a</script>")[0]?.nodes[0]?.tag).toBeNull();
    expect(print(parseText("[a](https://a.example) [b](/b) ![c](https://c.example/d.png)"))).toBe(
      "<p><a https://a.example>a</a> <a>b</a> !<a https://c.example/d.png>c</a></p>",
    );
    expect(print(parseText("[a](javascript:alert(1))"))).toBe("<p>[a](javascript:alert(1))</p>");
  });
});
