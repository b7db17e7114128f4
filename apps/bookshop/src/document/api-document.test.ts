import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { problemKinds } from "../http/problem.ts";
import { readApiDocument } from "./api-document.ts";
import { dereference } from "./dereference.ts";

const file = fileURLToPath(new URL("../../openapi.yaml", import.meta.url));

interface LintReport {
  totals: { errors: number; warnings: number };
  problems: { message: string }[];
}

async function lintWithRedocly(): Promise<LintReport> {
  const manifest = createRequire(import.meta.url).resolve("@redocly/cli/package.json");
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(dirname(manifest), "bin/cli.js"), "lint", file, "--format=json"],
    {
      env: {
        PATH: process.env["PATH"],
        REDOCLY_TELEMETRY: "off",
        REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
      },
    },
  );
  return JSON.parse(stdout) as LintReport;
}

describe("the OpenAPI document", () => {
  it("is valid by the schema of OpenAPI 3.1", async () => {
    const validator = new Validator();
    expect(await validator.validate(file)).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
  });

  it("passes Redocly's recommended rules without a warning", async () => {
    const report = await lintWithRedocly();
    expect(report.problems).toEqual([]);
    expect(report.totals).toMatchObject({ errors: 0, warnings: 0 });
  });

  it("lists the codes of all problems", () => {
    const { document } = readApiDocument();
    const { components } = dereference(document) as {
      components: { schemas: { Problem: { properties: { code: { enum: string[] } } } } };
    };
    expect(components.schemas.Problem.properties.code.enum).toEqual(Object.keys(problemKinds));
  });

  it("names every operation once and gives it a known tag", () => {
    const ids = readApiDocument().operations.map(({ operationId }) => operationId);
    expect(ids.length).toBeGreaterThan(40);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("dereference", () => {
  it("follows references to references, with escaped names", () => {
    const document = {
      a: { $ref: "#/b~1c" },
      "b/c": { $ref: "#/d~0e" },
      "d~e": { type: "string" },
    };
    expect(dereference(document)["a"]).toEqual({ type: "string" });
  });

  it.each([
    ["points nowhere", { a: { $ref: "#/b" } }],
    ["holds itself", { a: { b: { $ref: "#/a" } } }],
  ])("refuses a reference that %s", (message, document) => {
    expect(() => dereference(document)).toThrow(message);
  });
});
