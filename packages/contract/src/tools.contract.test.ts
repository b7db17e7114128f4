import { IsOptional, type TSchema } from "typebox";
import { describe, expect, it } from "vitest";
import { allOperations } from "./catalog.generated.ts";
import type { AnyOperation } from "./declare/operation.ts";
import { namesProject, pathNames, wireFields } from "./declare/wire.ts";
import * as deprecationPlan from "./operations/deprecation-plan.ts";
import * as deprecationPolicy from "./operations/deprecation-policy.ts";
import * as endpointSecurity from "./operations/endpoint-security.ts";
import * as endpoint from "./operations/endpoint.ts";
import * as headerComponent from "./operations/header-component.ts";
import * as orgHeaderComponent from "./operations/org-header-component.ts";
import * as parameter from "./operations/parameter.ts";
import * as requestBody from "./operations/request-body.ts";
import * as responseHeader from "./operations/response-header.ts";
import * as response from "./operations/response.ts";
import {
  addedFields,
  contractTools,
  type FieldFacts,
  type ToolFacts,
} from "./testing/contract-tools.ts";
import { describeTool, toolOperations, type ToolDefinition } from "./tools.ts";

const declared: readonly AnyOperation[] = [
  endpoint,
  parameter,
  response,
  requestBody,
  responseHeader,
  endpointSecurity,
  headerComponent,
  orgHeaderComponent,
  deprecationPlan,
  deprecationPolicy,
]
  .flatMap((file) => Object.values<AnyOperation>(file))
  .filter((operation) => operation.tool !== undefined);

const everything = [...new Set([...allOperations, ...declared])];

/** The facts that a schema declares, in the terms of the table. */
interface Shown {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly default?: FieldFacts["default"];
  readonly description?: string;
}

function readField(schema: TSchema, isCreateDefault: boolean): unknown {
  const shown = schema as Shown;
  const type = shown.enum?.every((value) => typeof value === "string") ? "string" : shown.type;
  return {
    type,
    ...(shown.enum === undefined ? {} : { values: shown.enum }),
    ...(shown.default === undefined ? {} : { default: shown.default }),
    ...(isCreateDefault && shown.description?.includes("false by create")
      ? { createDefault: false }
      : {}),
  };
}

/** What agents are shown: all but optional headers of REST, such as If-Match, which are not listed. */
function listedFields(operation: AnyOperation): [string, TSchema][] {
  const { input, tool } = operation;
  const headers = wireFields(operation).filter(({ place }) => place === "header");
  const isHeader = (name: string) => headers.some((field) => field.name === name);
  return Object.entries(input).filter(
    ([name, schema]) =>
      !(tool?.unlisted?.includes(name) === true && isHeader(name) && IsOptional(schema)),
  );
}

/** A declaration in the terms of the table. */
function readTool(operation: AnyOperation, facts: ToolFacts | undefined): unknown {
  const named = { ...facts?.required, ...facts?.optional };
  const added = addedFields[operation.tool?.name ?? ""] ?? [];
  const isOfContract = ([name, schema]: [string, TSchema]) =>
    !(added.includes(name) && IsOptional(schema));
  const fields = listedFields(operation).filter(isOfContract);
  const read = (isOptional: boolean) =>
    Object.fromEntries(
      fields
        .filter(([, schema]) => IsOptional(schema) === isOptional)
        .map(([name, schema]) => [
          name,
          readField(schema, named[name]?.createDefault !== undefined),
        ]),
    );
  return {
    toolset: operation.tool?.toolset,
    permission: operation.permission,
    context: operation.context,
    required: read(false),
    optional: read(true),
  };
}

/** The input of a tool as it is listed. */
interface ListedInput {
  readonly properties: Readonly<Record<string, Shown>>;
  readonly required?: readonly string[];
}

function definitionOf(name: string): ToolDefinition {
  const operation = toolOperations.find(({ tool }) => tool.name === name);
  if (operation === undefined) throw new Error(`There is no tool ${name}.`);
  return describeTool(operation);
}

const listedInputOf = (name: string) => definitionOf(name).inputSchema as unknown as ListedInput;

const toCamelCase = (name: string) =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

describe("the tools of the contract", () => {
  it("are exactly the declared ones", () => {
    expect(Object.keys(contractTools)).toHaveLength(36);
    expect(declared.map((operation) => operation.tool?.name).sort()).toEqual(
      Object.keys(contractTools).sort(),
    );
  });

  it.each(declared.map((operation) => [operation.tool?.name ?? "", operation] as const))(
    "%s has exactly the contract's parameters, permission and context",
    (name, operation) => {
      expect(readTool(operation, contractTools[name])).toEqual(contractTools[name]);
    },
  );

  it.each(declared.map((operation) => [operation.name, operation] as const))(
    "%s is stable, named like its tool, audited, and describes each field",
    (name, operation) => {
      expect(name).toBe(toCamelCase(operation.tool?.name ?? ""));
      expect(operation.isStable).toBe(true);
      expect(operation.event === undefined).toBe(operation.effect === "read");
      for (const [field, schema] of Object.entries(operation.input)) {
        expect((schema as Shown).description, field).toMatch(/\w.*\.$/);
      }
    },
  );

  it.each(declared.map((operation) => [operation.name, operation] as const))(
    "%s fills its path with required fields",
    (_, operation) => {
      const places = new Map(wireFields(operation).map((field) => [field.name, field]));
      const inPath = pathNames(operation.rest?.path ?? "");
      expect(inPath.includes("projectId")).toBe(operation.context === "project");
      expect(namesProject(operation)).toBe(operation.context === "project");
      for (const name of inPath) {
        expect(places.get(name)?.place, name).toBe("path");
        if (name !== "projectId") expect(IsOptional(operation.input[name]), name).toBe(false);
      }
    },
  );
});

describe("the definition of a tool for an agent", () => {
  it.each(declared.map((operation) => [operation.tool?.name ?? "", operation] as const))(
    "%s has every field, its values and its default",
    (name, operation) => {
      const { properties, required = [] } = listedInputOf(name);
      const fields = listedFields(operation);
      expect(Object.keys(properties)).toEqual(fields.map(([field]) => field));
      const needed = fields.filter(([, schema]) => !IsOptional(schema));
      expect(required).toEqual(needed.map(([field]) => field));
      for (const [field, schema] of fields) {
        const { type, enum: allowed, default: otherwise } = schema as Shown;
        // The contract has `style` as a text with the values of OpenAPI.
        const values = field === "style" ? undefined : allowed;
        expect(properties[field], field).toMatchObject(
          JSON.parse(JSON.stringify({ type, enum: values, default: otherwise })) as object,
        );
      }
    },
  );

  it("has only the rules of a field with a self-explanatory name, and the whole description of any other", () => {
    const { properties } = listedInputOf("bulk_update_endpoints");
    expect(properties["specId"]).toEqual({ type: "string" });
    expect(properties["endpointIds"]).toEqual({
      type: "string",
      description: "Comma-separated; for reorder all of a folder, in the new order.",
    });
    const policy = listedInputOf("create_header_policy");
    expect(policy.properties["appliesTo"]?.description).toMatch(/^Whether its headers/);
  });

  it("has a nullable value as one list of types", () => {
    const { properties } = listedInputOf("create_spec");
    expect(properties["basePath"]).toEqual({ type: ["string", "null"] });
  });

  it("has of an answer to a change only what was not sent, and the new rowVersion", () => {
    const { outputSchema } = definitionOf("update_parameter");
    const members = Object.keys(outputSchema["properties"] as object);
    expect(members).toEqual(expect.arrayContaining(["id", "rowVersion", "warnings"]));
    expect(members).not.toContain("schemaType");
  });
});

describe("every operation", () => {
  it("has a unique tool name in snake_case", () => {
    const names = everything.flatMap(({ tool }) => (tool === undefined ? [] : [tool.name]));
    expect(names.length).toBeGreaterThanOrEqual(36);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/);
  });

  it("has a unique name and a unique method and path", () => {
    const names = everything.map((operation) => operation.name);
    const routes = everything.flatMap(({ rest }) =>
      rest === undefined ? [] : [`${rest.method} ${rest.path.replaceAll(/\{\w+\}/g, "{}")}`],
    );
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(routes).size).toBe(routes.length);
  });
});
