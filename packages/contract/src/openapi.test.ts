import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { allOperations } from "./catalog.generated.ts";
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

  it("is valid for two validators", async () => {
    const verdict = await new Validator().validate(
      structuredClone(JSON.parse(await readFile(document, "utf8"))),
    );
    expect(verdict).toMatchObject({ valid: true });
    const { stderr } = await promisify(execFile)(process.execPath, [redocly, "lint", document], {
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    });
    expect(stderr).toContain("Your API description is valid");
  });

  it("has no defaults for what a PATCH omits, because omitted fields are kept", () => {
    const patches = allOperations.filter(({ rest }) => rest?.method === "PATCH");
    expect(patches.length).toBeGreaterThan(20);
    const filled = patches.flatMap(({ name, input }) =>
      Object.entries(input)
        .filter(([, schema]) => "default" in schema)
        .map(([field]) => `${name}.${field}`),
    );
    expect(filled).toEqual([]);
  });

  it("lists for every operation all possible answers, with the headers of each", () => {
    const { paths, components } = describeApi() as {
      paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
      components: { responses: Record<string, Response> };
    };
    interface Response {
      readonly $ref?: string;
      readonly headers: object;
    }
    const resolve = ({ $ref, ...response }: Response) =>
      $ref === undefined ? response : components.responses[$ref.split("/").at(-1) ?? ""];
    const operations = Object.values(paths).flatMap((item) => Object.values(item));
    expect(operations.length).toBeGreaterThan(40);
    for (const { responses } of operations) {
      const headersOf = (status: string) => resolve(responses[status] as Response)?.headers;
      expect(headersOf("401")).toHaveProperty("WWW-Authenticate");
      expect(headersOf("405")).toHaveProperty("Allow");
      expect(headersOf("429")).toHaveProperty("Retry-After");
      expect(headersOf("503")).toHaveProperty("Retry-After");
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(["400", "403", "404", "500"]));
    }
  });

  it("names request headers as HTTP does, and has a schema for every JSON answer", () => {
    const { paths } = describeApi() as { paths: Record<string, Record<string, Operation>> };
    interface Operation {
      readonly operationId: string;
      readonly parameters: readonly { readonly in?: string; readonly name?: string }[];
      readonly responses: Record<string, { content?: Record<string, { schema?: object }> }>;
    }
    const operations = Object.values(paths).flatMap((item) => Object.values(item));
    const headers = operations.flatMap(({ parameters }) =>
      parameters.flatMap(({ in: place, name = "" }) => (place === "header" ? [name] : [])),
    );
    expect([...new Set(headers)].sort()).toEqual(["If-Match", "If-None-Match", "Last-Event-Id"]);
    const texts = operations.filter(({ responses }) =>
      Object.values(responses).some(
        ({ content = {} }) =>
          JSON.stringify(content["application/json"]?.schema ?? {}) === '{"type":"string"}',
      ),
    );
    expect(texts.map(({ operationId }) => operationId)).toEqual([]);
  });
});

describe("an operator's command", () => {
  it("is a noun and a verb, which no other operation has", () => {
    const commands = allOperations.flatMap(({ admin }) =>
      admin === undefined ? [] : [admin.command],
    );
    expect(commands.length).toBeGreaterThan(50);
    expect(commands.filter((command) => !/^[a-z-]+ [a-z-]+$/.test(command))).toEqual([]);
    expect(new Set(commands).size).toBe(commands.length);
  });
});
