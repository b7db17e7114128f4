import { describe, expect, it } from "vitest";
import { compareDocuments } from "../compare-documents.ts";
import type { Direction } from "../model/result.types.ts";
import type { Rule } from "../model/rule.types.ts";
import { readDefaultSeverity } from "../report/rule-severity.ts";
import { makeExample } from "../testing/example-documents.ts";
import { ruleTable } from "./rule-table.ts";

const directions: readonly Direction[] = ["request", "response"];
const rules = [...ruleTable.values()];

function find(rule: Rule, direction: Direction, settings = {}) {
  const [before, after] = makeExample(rule, direction);
  const { changes } = compareDocuments(before, after, settings);
  // An example may also change the text of the document, which is found as documentation.
  return changes.filter(
    (change) => change.rule === rule.name || change.rule !== "document-changed",
  );
}

describe("every rule", () => {
  it("has a name, a summary and a sentence of its own", () => {
    expect(rules.length).toBeGreaterThan(140);
    for (const field of ["name", "summary", "says"] as const) {
      const texts = rules.map((rule) => rule[field]);
      const doubles = texts.filter((text, index) => texts.indexOf(text) !== index);
      if (field !== "says") expect(doubles).toEqual([]);
      expect(texts.every((text) => text.length > 0)).toBe(true);
    }
    for (const { name, summary } of rules) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(summary).toMatch(/^[A-Z`].*\.$/);
    }
  });

  it.each(rules.map((rule) => [rule.name, rule] as const))(
    "%s is the only finding in its own example",
    (name, rule) => {
      for (const direction of directions) {
        const changes = find(rule, direction);
        const usual = readDefaultSeverity(rule, direction);
        if (rule.example.of === "schema") {
          const expected = usual === null ? [] : [[name, usual, direction]];
          expect(changes.map((change) => [change.rule, change.severity, change.direction])).toEqual(
            expected,
          );
          continue;
        }
        expect(changes.map((change) => change.rule)).toEqual([name]);
        const [found] = changes;
        expect(found?.severity).toBe(readDefaultSeverity(rule, found?.direction ?? "request"));
      }
    },
  );

  it.each(rules.map((rule) => [rule.name, rule] as const))(
    "%s reports its place, the change and its effect on a client",
    (_, rule) => {
      const changes = directions.flatMap((direction) => find(rule, direction));
      for (const { message, pointer } of changes) {
        expect(message).not.toMatch(/\{(before|after|name)\}|undefined/);
        expect(message.split(". ").length).toBeGreaterThan(1);
        expect(pointer).toMatch(/^\//);
      }
    },
  );

  it.each(rules.map((rule) => [rule.name, rule] as const))(
    "%s has the severity of the settings, and no finding when it is off",
    (name, rule) => {
      for (const direction of directions) {
        const isApplied = find(rule, direction).length > 0;
        const warned = find(rule, direction, { severities: { [name]: "warn" } });
        expect(warned.map((change) => change.severity)).toEqual(isApplied ? ["warn"] : []);
        expect(find(rule, direction, { severities: { [name]: "off" } })).toEqual([]);
      }
    },
  );
});

describe("rules of narrower and wider", () => {
  const schemaRules = rules.filter((rule) => rule.example.of === "schema");
  it.each(schemaRules.map((rule) => [rule.name, rule] as const))(
    "%s is not breaking in both directions of a comparison",
    (name, rule) => {
      for (const direction of directions) {
        const [before, after] = makeExample(rule, direction);
        const forth = compareDocuments(before, after).verdict;
        const back = compareDocuments(after, before).verdict;
        if (rule.effect !== "narrows" && rule.effect !== "widens") continue;
        // A change that is breaking in one direction is safe, or a warning, in the other direction.
        expect([forth, back].filter((verdict) => verdict === "breaking").length).toBeLessThan(2);
        const names = compareDocuments(after, before).changes.map((change) => change.rule);
        expect(names).not.toContain(name);
      }
    },
  );
});
