import { describe, expect, it } from "vitest";
import type { EndpointDetail } from "@lintel/contract/shapes/endpoint";
import { readDeclared } from "./declared-parameter.ts";
import { fillRequest, listMissing, startValues } from "./fill-request.ts";
import { emptyDraft } from "./request-draft.ts";

type Stored = EndpointDetail["parameters"][number];

const stored = (fields: Partial<Stored>): Stored => ({
  id: "",
  endpointId: null,
  pathItemId: null,
  ref: null,
  name: null,
  location: null,
  schemaType: null,
  schemaFormat: null,
  schemaId: null,
  schema: null,
  required: false,
  description: null,
  example: null,
  serializedExample: null,
  defaultValue: null,
  style: null,
  explode: null,
  contentType: null,
  isDeprecated: false,
  position: 0,
  rowVersion: "1",
  ...fields,
});

const components: Readonly<Record<string, unknown>> = {
  "#/components/parameters/State": {
    name: "state",
    in: "query",
    schema: { anyOf: [{ $ref: "#/components/schemas/State" }, { type: "null" }] },
  },
  "#/components/schemas/State": { type: "string", enum: ["open", "closed"], default: "closed" },
  "#/components/parameters/Loop": { $ref: "#/components/parameters/Loop" },
};
const read = (...parameters: Partial<Stored>[]) =>
  readDeclared(parameters.map(stored), async (reference) => components[reference]);

describe("the declared parameters of a request", () => {
  it("have the choices, examples and defaults of the components that they refer to", async () => {
    const found = await read(
      { ref: "#/components/parameters/State" },
      { ref: "#/components/parameters/Loop" },
      { name: "isNew", location: "query", schema: { type: "boolean" } },
      { name: "id", location: "path", schema: { type: "integer" }, example: 7 },
      { name: "Accept", location: "header" },
    );
    expect(
      found.map(({ name, isRequired, choices, initial }) => [name, isRequired, choices, initial]),
    ).toEqual([
      ["id", true, [], "7"],
      ["state", false, ["open", "closed"], "closed"],
      ["isNew", false, ["true", "false"], "true"],
    ]);
  });

  it("replace those of the path that have the same name", async () => {
    const found = await read(
      { name: "q", location: "query", description: "own" },
      { name: "q", location: "query", description: "of the path", pathItemId: "1" },
    );
    expect(found.map(({ description }) => description)).toEqual(["own"]);
  });

  it("are written in their styles, and keep variables of an environment", async () => {
    const found = await read(
      { name: "id", location: "path" },
      { name: "filter", location: "query", style: "deepObject", schema: { type: "object" } },
      { name: "ids", location: "query", schema: { type: "array" } },
      { name: "unused", location: "query" },
    );
    const texts = ["{{book}}", '{"a":"x y"}', "1, 2", ""];
    const values = startValues(found).map((value, at) => ({
      ...value,
      text: texts[at] ?? "",
      isSent: at < 3,
    }));
    const draft = { ...emptyDraft, url: "/books/{id}/{{part}}?q=1" };
    const { url } = fillRequest(draft, values, "https://api.example.com/v1/");
    expect(url).toBe(
      "https://api.example.com/v1/books/{{book}}/{{part}}?q=1&filter%5Ba%5D=x%20y&ids=1&ids=2",
    );
  });

  it("are missing where a request needs them", async () => {
    const values = startValues(await read({ name: "id", location: "path" }));
    expect(listMissing("/books/{id}", values)).toHaveLength(1);
    expect(listMissing("/books", values)).toEqual([]);
  });
});
