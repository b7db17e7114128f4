import { describe, expect, it } from "vitest";
import { planReference } from "../plan/plan-reference.ts";
import { hostileTexts } from "../testing/hostile-texts.ts";
import { withOperation, withoutColours } from "../testing/render.ts";
import { makeRequest } from "../samples/make-request.ts";
import { sampleLanguages } from "../samples/languages/list-samples.ts";
import { colourCode } from "./colour-code.ts";
import { escapeText } from "./escape.ts";

const show = (language: string, code: string, left = 100): string =>
  colourCode(language, escapeText(code), { left }).replaceAll(
    /<span class="ref-(\w+)">(.*?)<\/span>/gs,
    "[$1 $2]",
  );

describe("colours of code", () => {
  it.each([
    [
      "json",
      '{"a": "b\\"c", "d": [-1.5e3, true, null]}',
      '{[key "a"]: [string "b\\"c"], [key "d"]: [[word -1.5e3], [word true], [word null]]}',
    ],
    ["bash", "curl --url 'it'\\''s --no'", "curl [word --url] [string 'it'\\''s --no']"],
    ["javascript", 'const a = f("const");', '[word const] a = [key f]([string "const"]);'],
    ["xml", '<a b="c">if</a>', '&lt;[key a] b=[string "c"]&gt;if&lt;/[key a]&gt;'],
    ["go", "\tif err != nil {", "\t[word if] err != [word nil] {"],
    ["text", '"as it is"', '"as it is"'],
  ])("are those of its tokens: %s", (language, code, expected) => {
    expect(show(language, code)).toBe(expected);
  });

  it("change no character of any sample, whatever it holds", () => {
    const plan = planReference(withOperation({ responses: {} }));
    const [entry] = plan.operations;
    if (entry === undefined) throw new Error("No operation was found.");
    const request = makeRequest(plan, entry);
    for (const text of [...hostileTexts, '"'.repeat(300), "\\'".repeat(300), "'\n".repeat(300)]) {
      for (const { language, write } of sampleLanguages) {
        const escaped = escapeText(
          write({ ...request, method: "POST", body: { kind: "text", text } }),
        );
        const coloured = colourCode(language, escaped, { left: 1000 });
        expect(withoutColours(coloured)).toBe(escaped);
        expect(coloured).toContain('<span class="ref-');
      }
    }
  });

  it("end when the page has no more room", () => {
    expect(show("json", '["a", "b", "c"]', 2)).toBe('[[string "a"], [string "b"], "c"]');
    expect(show("json", '["a"]', 0)).toBe('["a"]');
  });
});
