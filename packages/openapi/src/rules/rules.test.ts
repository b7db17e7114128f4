import { describe, expect, it } from "vitest";
import type { JsonObject } from "@lintel/json/value";
import { lintDocument } from "../lint/lint-document.ts";
import { listLintRules } from "../lint/rule-settings.ts";
import { ruleExamples } from "../lint/testing/rule-examples.ts";
import { validateDocument } from "../validate/validate-document.ts";
import { detectVersion } from "../values/openapi-version.ts";
import { lintRules } from "./lint-rules.generated.ts";
import { validityRules } from "./validity-rules.generated.ts";

const allOff = Object.fromEntries(listLintRules().map(({ name }) => [name, "off"] as const));

const structure = "STRUCTURE_INVALID";

function codesOf(document: JsonObject): string[] {
  const { findings } = validateDocument(document, detectVersion(document) ?? "3.1");
  return [...new Set(findings.map(({ code }) => code))];
}

describe("a rule of validation", () => {
  it.each(validityRules)("$code finds only its bad example", ({ code, good, bad }) => {
    // The schema of OpenAPI may also report the object around the place.
    expect(codesOf(bad).filter((each) => each !== structure)).toEqual([code]);
    expect(codesOf(good)).toEqual([]);
  });
});

const own = lintRules.map(({ code, good, bad }) => ({ rule: code, broken: bad, kept: good }));

describe("a rule of lint", () => {
  it.each([...own, ...ruleExamples])(
    "$rule finds its bad example alone",
    async ({ rule, broken, kept, ...place }) => {
      const rules = { ...allOff, [rule]: "warn" } as const;
      const { findings } = await lintDocument({ document: broken, rules });
      expect(new Set(findings.map((each) => each.rule))).toEqual(new Set([rule]));
      expect(findings[0]?.severity).toBe("warn");
      if ("pointer" in place)
        expect(findings.map(({ pointer }) => pointer)).toContain(place.pointer);
      for (const { message } of findings) expect(message).not.toMatch(/redocly/i);
      expect((await lintDocument({ document: kept, rules })).findings).toEqual([]);
    },
  );

  it("of the engine has an example, and none is of a rule that does not exist", () => {
    const names = listLintRules().filter(({ rule }) => rule === undefined);
    const examples = ruleExamples.map(({ rule }) => rule);
    expect(examples.sort()).toEqual(names.map(({ name }) => name).sort());
  });
});

describe("the texts of rules", () => {
  it("are sentences, and no two rules share a code", () => {
    const texts = [
      ...listLintRules().flatMap(({ description, reason }) => [description, reason]),
      ...[...validityRules, ...lintRules].flatMap(({ summary, why, fix }) => [summary, why, fix]),
    ];
    for (const text of texts) expect(text).toMatch(/^[A-Z].*\.$/);
    const codes = [...validityRules.map(({ code }) => code), ...Object.keys(allOff)];
    expect(new Set(codes).size).toBe(codes.length);
  });
});
