import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { countOperations, findUnannounced, keepStable, type Contract } from "./stable-contract.ts";

const root = path.join(import.meta.dirname, "../..");
const read = (name: string) => JSON.parse(readFileSync(path.join(root, name), "utf8")) as Contract;

const baseline = read("contract/baseline.openapi.json");
const emptyLog = "# Changes\n\n## Unreleased\n\n## 1.0.0\n\n- `listSuites` and `runSuite`.\n";

interface Operation {
  operationId: string;
  "x-stability": string;
  parameters: object[];
  responses: Record<string, { content: Record<string, { schema: ObjectSchema }> }>;
}

interface ObjectSchema {
  properties: Record<string, unknown>;
  required: string[];
}

type Paths = Record<string, Record<string, Operation>>;

/** A changed copy of the baseline. */
function change(edit: (paths: Paths) => void): Contract {
  const copy = structuredClone(baseline);
  edit(copy.paths as unknown as Paths);
  return copy;
}

const need = (paths: Paths, at: string, method: string): Operation => {
  const operation = paths[at]?.[method];
  if (operation === undefined) throw new Error(`The contract has no ${method} ${at}.`);
  return operation;
};

const suites = "/api/cli/suites";
const names = (present: Contract, changelog = emptyLog) =>
  findUnannounced(baseline, present, changelog).map(({ name }) => name);

describe("the guard of the stable operations", () => {
  it("has a baseline that contains only stable operations, including those of the contract", () => {
    expect(countOperations(baseline)).toBeGreaterThanOrEqual(5);
    expect(keepStable(baseline)).toEqual(baseline);
    const all = read("contract/openapi.json");
    expect(countOperations(keepStable(all))).toBeGreaterThanOrEqual(countOperations(baseline));
  });

  it("lets an unchanged contract and additions pass", () => {
    expect(names(baseline)).toEqual([]);
    const more = change((paths) => {
      const added = { ...need(paths, suites, "get"), operationId: "listMore" };
      paths["/api/cli/more"] = { get: added };
    });
    expect(names(more)).toEqual([]);
  });

  it.each<[string, (paths: Paths) => void, string]>([
    ["a stable operation that is gone", (paths) => delete paths[suites], "listSuites"],
    [
      "one that is stable no longer",
      (paths) => (need(paths, suites, "get")["x-stability"] = "evolving"),
      "listSuites",
    ],
    [
      "a parameter that is required now",
      (paths) =>
        need(paths, suites, "get").parameters.push({
          name: "kind",
          in: "query",
          required: true,
          schema: { type: "string" },
        }),
      "listSuites",
    ],
    [
      "a member of an answer that is gone",
      (paths) => {
        const { responses } = need(paths, "/api/cli/run", "post");
        const schema = responses["200"]?.content["application/json"]?.schema;
        delete schema?.properties["allPassed"];
        if (schema) schema.required = schema.required.filter((name) => name !== "allPassed");
      },
      "runSuite",
    ],
  ])("finds %s", (_, edit, name) => {
    const found = names(change(edit));
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found)).toEqual(new Set([name]));
  });

  it("accepts a change that the changelog describes, but only under Unreleased", () => {
    const gone = change((paths) => delete paths[suites]);
    const reported = emptyLog.replace(
      "## Unreleased\n",
      "## Unreleased\n\n- `listSuites` is gone.\n",
    );
    expect(names(gone, reported)).toEqual([]);
    expect(names(gone, reported.replace("listSuites` is", "listSuites2` is"))).toEqual([
      "listSuites",
    ]);
    expect(names(gone, "## Unreleased\n\n- `listSuites` is gone.")).toEqual([]);
  });

  it("ignores operations that can change", () => {
    const all = read("contract/openapi.json");
    const shrunk: Contract = { ...all, paths: keepStable(all).paths };
    expect(findUnannounced(all, shrunk, emptyLog)).toEqual([]);
  });
});
