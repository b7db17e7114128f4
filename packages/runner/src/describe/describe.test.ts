import type { CaseDefinition } from "@lintel/contract/shapes/test-case";
import type { SuiteDefinition } from "@lintel/contract/shapes/test-suite";
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { sourceTable } from "../assertions/source-table.generated.ts";
import { operatorTable } from "../operators/operator-table.generated.ts";
import { planRun } from "../plan/plan-run.ts";
import { parseSuiteYaml } from "../yaml/parse-suite-yaml.ts";
import { idOf, makeEnvironment, makeOptions } from "../testing/factories.ts";
import { caseParts } from "./case-parts.ts";
import { extractionTable } from "./extraction-parts.ts";
import { authTable, bodyTable } from "./request-parts.ts";
import { suiteParts } from "./suite-parts.ts";
import { describeSuiteSchema } from "./suite-schema.ts";
import { writeSuiteReference } from "./write-reference.ts";

const request = { method: "POST", url: "/orders" } as const;
const makeCase = (more: Partial<CaseDefinition>): SuiteDefinition => ({
  name: "Suite",
  setUp: [{ name: "Log in", request }],
  cases: [{ name: "Case", request, ...more }],
});

const examplesOf = <Row extends { readonly example: unknown }>(
  table: Readonly<Record<string, Row>>,
) => Object.entries(table).map(([name, { example }]) => [name, example as Row["example"]] as const);

const suites: [string, SuiteDefinition][] = [
  ...examplesOf(sourceTable).map(([name, one]) => [name, makeCase({ assertions: [one] })] as const),
  ...examplesOf(operatorTable).map(
    ([name, one]) => [name, makeCase({ assertions: [one] })] as const,
  ),
  ...examplesOf(extractionTable).map(
    ([name, one]) => [name, makeCase({ extractions: [one] })] as const,
  ),
  ...examplesOf(authTable).map(
    ([name, auth]) => [name, makeCase({ request: { ...request, auth } })] as const,
  ),
  ...examplesOf(bodyTable).map(
    ([name, body]) => [name, makeCase({ request: { ...request, body } })] as const,
  ),
  ...examplesOf(caseParts).map(([name, part]) => [name, makeCase(part)] as const),
  ...examplesOf(suiteParts).map(([name, part]) => [name, { ...makeCase({}), ...part }] as const),
].map(([name, suite]) => [name, suite]);

const names = ["password", "accessToken", "apiKey", "clientId", "clientSecret", "amount"];
const variables = [...names, "orderId", "region"].map((name) => ({
  name,
  value: name,
  isSecret: false,
}));
const environment = makeEnvironment("https://api.example.com", {
  variables,
  oauthTokenUrl: "https://api.example.com/token",
});

describe("the reference of suites", () => {
  const isValid = new Ajv({ strict: false, unicodeRegExp: true }).compile(describeSuiteSchema());

  it.each(suites)("has an example of %s that runs and that editors accept", (name, suite) => {
    expect(isValid(suite), JSON.stringify(isValid.errors)).toBe(true);
    const withIds = (cases: readonly CaseDefinition[] = []) =>
      cases.map((one) => ({ isEnabled: true, ...one, id: idOf(one.name) }));
    const others = name === "isEnabled" ? [{ name: "Another", request }] : [];
    const plan = planRun({
      suite: {
        ...suite,
        setUp: withIds(suite.setUp),
        cases: withIds([...suite.cases, ...others]),
        tearDown: withIds(suite.tearDown),
      },
      environment,
      options: makeOptions(),
    });
    expect("problems" in plan ? plan.problems : []).toEqual([]);
  });

  it("contains everything, with a block for each example", () => {
    const text = writeSuiteReference();
    for (const [name] of suites) expect(text).toContain(name);
    expect(text.match(/^```yaml$/gm)).toHaveLength(suites.length);
  });

  it("begins with a suite that editors accept, like that of the demo", () => {
    const root = new URL("../../../../", import.meta.url);
    const read = (name: string) => readFileSync(new URL(name, root), "utf8");
    const guide =
      /```yaml\n(# yaml-language-server: .*?)```/s.exec(read("docs/suites.md"))?.[1] ?? "";
    const files = ["bookshop", "read-only"].map(
      (name) => `apps/bookshop/suites/${name}.suite.yaml`,
    );
    for (const text of [guide, ...files.map(read)]) {
      const parsed = parseSuiteYaml(text);
      expect(text).toContain("# yaml-language-server: $schema=");
      expect("suite" in parsed && isValid(parsed.suite), JSON.stringify(isValid.errors)).toBe(true);
    }
  });

  it("describes each value to editors, and refuses an unknown field", () => {
    const text = JSON.stringify(describeSuiteSchema());
    for (const { summary } of Object.values(operatorTable)) expect(text).toContain(summary);
    expect(isValid({ name: "x", cases: [], casess: [] })).toBe(false);
  });
});
