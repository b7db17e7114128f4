import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { builtIns, type BuiltInSources } from "./built-ins.ts";
import { compileTemplate, constant, listReferences } from "./compile-template.ts";
import { parseText } from "./parse-text.ts";
import { renderText, renderValue, type Scope } from "./render-template.ts";
import { MissingVariableError, TemplateError } from "./template-error.ts";
import type { Layer } from "./template.types.ts";

const sources: BuiltInSources = {
  now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  randomUuid: () => "0198b0b4-7c5e-7d41-8b7e-0123456789ab",
  random: () => 0.5,
  iteration: 3,
};

const layer = (values: Record<string, unknown>): Layer =>
  new Map(
    Object.entries(values).map(([name, value]) => [
      name,
      { template: compileTemplate(value), isSecret: false },
    ]),
  );

const data = (values: Record<string, unknown>): Layer =>
  new Map(
    Object.entries(values).map(([name, value]) => [
      name,
      { template: constant(value), isSecret: false },
    ]),
  );

function scope(...layers: Layer[]): Scope {
  return { layers, builtIns: sources, useSecret: () => undefined };
}

/** The text that renders to exactly this one. */
const escapeText = (text: string) => text.replace(/(\\*)\{\{/g, "$1$1\\{{");

const render = (value: unknown, ...layers: Layer[]) =>
  renderValue(compileTemplate(value), scope(...layers));

describe("templates", () => {
  it("render any escaped text unchanged", () => {
    const braces = fc.array(fc.constantFrom("{", "{{", "}}", "\\", "a", "{{x}}", " ", "\\{{"));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          braces.map((parts) => parts.join("")),
        ),
        (text) => {
          expect(render(escapeText(text))).toBe(text);
        },
      ),
    );
  });

  it("keep the type of a value that is the whole text", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(render("{{x}}", data({ x: value }))).toEqual(value);
        expect(render({ a: ["{{x}}"] }, data({ x: value }))).toEqual({ a: [value] });
      }),
    );
  });

  it("do not change values without braces, including prototypes", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(!JSON.stringify(value).includes("{{"));
        expect(JSON.stringify(render(value))).toBe(JSON.stringify(value));
      }),
    );
    const rendered = render(JSON.parse('{"__proto__": {"polluted": "{{x}}"}}'), data({ x: 1 }));
    expect(JSON.stringify(rendered)).toBe('{"__proto__":{"polluted":1}}');
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  it("put values into texts and names of members", () => {
    const values = data({ a: 1, b: true, c: null, d: [1, "x"], e: "text" });
    expect(render("{{a}}|{{ b }}|{{c}}|{{d}}|{{e}}", values)).toBe('1|true|null|[1,"x"]|text');
    expect(render({ "{{e}}-{{a}}": "{{a}}" }, values)).toEqual({ "text-1": 1 });
  });

  it.each([
    ["\\{{x}}", "{{x}}"],
    ["\\\\{{x}}", "\\1"],
    ["\\\\\\{{x}}", "\\{{x}}"],
    ["C:\\dir\\{ {{x}}", "C:\\dir\\{ 1"],
    ["}} { {{x}} }", "}} { 1 }"],
  ])("read %s as %s", (text, expected) => {
    expect(render(text, data({ x: 1 }))).toBe(expected);
  });

  it.each(["{{", "a {{x", "{{}}", "{{a b}}", "{{#each}}", "{{$nope}}", "{{{x}}}"])(
    "refuse %s",
    (text) => {
      expect(() => parseText(text)).toThrow(TemplateError);
    },
  );

  it("use the first layer that has a name", () => {
    const names = fc.constantFrom("a", "b", "c");
    const layers = fc.array(fc.dictionary(names, fc.integer()), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(layers, names, (all, name) => {
        const nearest = all.find((one) => Object.hasOwn(one, name));
        const read = () => render(`{{${name}}}`, ...all.map(data));
        if (nearest === undefined) expect(read).toThrow(MissingVariableError);
        else expect(read()).toBe(nearest[name]);
      }),
    );
  });

  it("resolve members and items after dots, the longest name first", () => {
    const values = data({ user: { name: "ann", ids: [7, 8] }, "user.name": "whole" });
    expect(render("{{user.name}}", values)).toBe("whole");
    expect(render("{{user.ids.1}}-{{user.ids.length}}", values)).toBe("8-2");
    for (const name of ["user.constructor", "user.__proto__", "user.ids.map", "user.nope"]) {
      expect(() => render(`{{${name}}}`, values)).toThrow(MissingVariableError);
    }
  });

  it("resolve variables of variables, but no braces in data", () => {
    const outer = layer({ url: "{{host}}/{{path}}", path: "v{{n}}", n: 2 });
    expect(render("{{url}}", outer, data({ host: "{{n}}" }))).toBe("{{n}}/v2");
  });

  it("stop at cycles and at variables that multiply", () => {
    expect(() => render("{{a}}", layer({ a: "{{b}}", b: "x{{a}}" }))).toThrow(/refers to itself/);
    const doubling = Object.fromEntries(
      Array.from({ length: 19 }, (_, at) => [`v${at}`, [`{{v${at + 1}}}`, `{{v${at + 1}}}`]]),
    );
    expect(() => render("{{v0}}", layer({ ...doubling, v19: [] }))).toThrow(/too many/);
    expect(() => render("{{a}}{{a}}", data({ a: "x".repeat(6_000_000) }))).toThrow(/too long/);
  });

  it("evaluate built-ins with the given sources", () => {
    const made = Object.fromEntries(builtIns.map(({ name }) => [name, render(`{{${name}}}`)]));
    expect(made).toEqual({
      $uuid: "0198b0b4-7c5e-7d41-8b7e-0123456789ab",
      $timestamp: 1767323045,
      $isoTimestamp: "2026-01-02T03:04:05.678Z",
      $randomInt: 500_000,
      $iteration: 3,
    });
  });

  it("report every secret that is used", () => {
    const used: string[] = [];
    const secret: Layer = new Map([["key", { template: constant("{{x}}"), isSecret: true }]]);
    const recorded: Scope = {
      ...scope(layer({ a: "B {{key}}" }), secret),
      useSecret: (name) => used.push(name),
    };
    expect(renderText(parseText("{{a}}"), recorded)).toBe("B {{x}}");
    expect(used).toEqual(["key"]);
  });

  it("list what they refer to", () => {
    const names = listReferences(compileTemplate({ "{{a}}": ["{{b.c}}", "x{{$uuid}}", 1] }));
    expect(names.map(({ name }) => name)).toEqual(["a", "b.c", "$uuid"]);
  });
});
