import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { describeApi } from "./openapi.ts";

const root = path.join(import.meta.dirname, "../../..");
const document = path.join(root, "contract/openapi.json");
const redocly = path.join(root, "node_modules/@redocly/cli/bin/cli.js");

describe("the OpenAPI document", () => {
  it("is the committed one", async () => {
    expect(JSON.parse(await readFile(document, "utf8"))).toEqual(
      JSON.parse(JSON.stringify(describeApi())),
    );
  });

  it("is valid for two validators", { timeout: 60_000 }, async () => {
    const verdict = await new Validator().validate(
      structuredClone(JSON.parse(await readFile(document, "utf8"))),
    );
    expect(verdict).toMatchObject({ valid: true });
    const { stderr } = await promisify(execFile)(process.execPath, [redocly, "lint", document], {
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    });
    expect(stderr).toContain("Your API description is valid");
  });

  it("names a 429 with Retry-After, and the problem's body, for every operation", () => {
    const paths = describeApi()["paths"] as Record<
      string,
      Record<string, { responses: Record<string, { headers?: object }> }>
    >;
    const responses = Object.values(paths).flatMap((item) =>
      Object.values(item).map((operation) => operation.responses),
    );
    expect(responses.length).toBeGreaterThan(40);
    for (const response of responses) {
      expect(response["429"]?.headers).toHaveProperty("Retry-After");
      expect(Object.keys(response)).toEqual(expect.arrayContaining(["401", "403", "404"]));
    }
  });
});
