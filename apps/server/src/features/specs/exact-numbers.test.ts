import { beforeAll, describe, expect, it } from "vitest";
import { connectAgent, revisions, toolAddress } from "../../testing/tool-client.ts";
import { importText, openSpecScene, type MadeSpec, type SpecScene } from "./spec.testing.ts";

let scene: SpecScene;

beforeAll(async () => {
  scene = await openSpecScene();
});

const numbers = ["9223372036854775807", "1.0", "1e400", "-0", "0.10", "1e-7"] as const;
const list = `[${numbers.join()}]`;
const schema = `{"type":"number","maximum":9223372036854775807,"minimum":-0,"enum":${list}}`;

const documentOf = (title: string, thing = schema) =>
  `{"openapi":"3.1.0","info":{"title":"${title}","version":"1.0.0","x-of":${list}},"paths":{"/a":{"get":{"operationId":"getA","x-weight":1.0,"parameters":[{"name":"q","in":"query","schema":${schema},"example":1e400}],"responses":{"200":{"description":"It","content":{"application/json":{"schema":${schema},"example":${list}}}}}}}},"components":{"schemas":{"Thing":${thing}}}}`;

const exported = async ({ specId, versionId }: MadeSpec, query = "") => {
  const path = `/${specId}/versions/${versionId}/document${query}`;
  return (await scene.send("GET", path)).text;
};

/** JSON without spaces between tokens. The strings of these documents contain no spaces. */
const compact = (json: string) => json.replaceAll(/\s/g, "");

describe("a document with a duplicate key", () => {
  it.each([
    [
      "JSON",
      `{"openapi":"3.1.0","info":{"title":"Twice J","version":"1"},"paths":{},"x-a":1,"x-a":2}`,
    ],
    ["YAML", 'openapi: 3.1.0\ninfo: {title: Twice Y, version: "1"}\npaths: {}\nx-a: 1\nx-a: 2\n'],
  ])("is imported as %s with a finding, and the last one counts", async (_, text) => {
    const made = await importText(scene, text);
    expect(made.body).toMatchObject({
      isValid: false,
      warnings: [{ code: "DUPLICATE_KEY", severity: "error", pointer: "/x-a" }],
    });
    expect(compact(await exported(made))).toContain('"x-a":2');
    const again = await scene.send("POST", "/import", { specId: made.specId, text });
    expect(again.body).toMatchObject({ conflicts: [], changes: [] });
  });
});

describe("a document's numbers keep their texts", () => {
  it("when it is imported and exported, as JSON and as YAML", async () => {
    const text = documentOf("Numbers");
    const made = await importText(scene, text);
    expect(made.body).toMatchObject({ isValid: true, warnings: [] });
    expect(compact(await exported(made))).toBe(text);
    const yaml = await exported(made, "?format=yaml");
    for (const number of numbers) expect(yaml).toContain(`- ${number}\n`);
    const again = await importText(scene, yaml, { name: "Again" });
    expect(compact(await exported(again))).toBe(text);
    const older = await exported(made, "?openapiVersion=3.0");
    expect(compact(older)).toContain(`"x-of":${list}`);
  });

  it("when it is edited, copied and merged", async () => {
    const made = await importText(scene, documentOf("Merged"));
    const at = `/${made.specId}/versions/${made.versionId}`;
    const { body } = await scene.send(
      "GET",
      `/${made.specId}/endpoints?versionId=${made.versionId}`,
    );
    const endpoint = body["items"]?.[0];
    const changed = await scene.send("PUT", `${at}/endpoints/${String(endpoint?.["id"])}`, {
      method: "get",
      path: "/a",
      operationId: "getA",
      summary: "Changed",
      rowVersion: endpoint?.["rowVersion"],
    });
    expect(changed.status).toBe(200);
    const edited = documentOf("Merged").replace(
      '"operationId":"getA"',
      '"summary":"Changed","operationId":"getA"',
    );
    const members = (text: string) => [...compact(text)].toSorted().join("");
    expect(members(await exported(made))).toBe(members(edited));
    const theirs = documentOf(
      "Merged",
      schema.replace("9223372036854775807", "9223372036854775806"),
    );
    const merged = await scene.send("POST", "/import", {
      specId: made.specId,
      text: theirs,
      version: "2.0.0",
    });
    expect(merged.body["changes"]).toMatchObject([{ entity: "schema", name: "Thing" }]);
    const version = String(merged.body["version"]?.["id"]);
    const copy = await exported({ ...made, versionId: version });
    expect(compact(copy)).toContain('"Thing":{"type":"number","maximum":9223372036854775806');
    expect(compact(copy)).toContain(`"enum":${list}`);
    const comparison = `/${made.specId}/versions/${version}/comparison?baselineVersionId=${made.versionId}`;
    const compared = await scene.send("GET", comparison);
    expect(compared.body["changes"]).toMatchObject([
      { rule: "api-version-changed" },
      { rule: "document-changed", before: "9223372036854775807", after: "9223372036854775806" },
    ]);
  });

  it("when its parts are written and read one by one", async () => {
    const made = await importText(scene, documentOf("Parts"));
    const at = `/${made.specId}/versions/${made.versionId}`;
    const headers = { "content-type": "application/json" };
    const { app } = scene.testApp;
    const { key } = scene.organization.owner;
    const answer = await app.inject({
      method: "POST",
      url: `/api/projects/${scene.projectId}/specs${at}/components`,
      headers: { ...headers, "x-api-key": key },
      payload: `{"kind":"schemas","name":"Own","content":${schema}}`,
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.payload).toContain(`"content":${schema}`);
    const id = (JSON.parse(answer.payload) as { readonly id: string }).id;
    expect((await scene.send("GET", `${at}/components/${id}`)).text).toContain(schema);
    expect(compact(await exported(made))).toContain(`"Own":${schema}`);
    const { body } = await scene.send(
      "GET",
      `/${made.specId}/endpoints?versionId=${made.versionId}`,
    );
    const endpoint = String(body["items"]?.[0]?.["id"]);
    const parameter = await scene.send("POST", `/${made.specId}/endpoints/${endpoint}/parameters`, {
      name: "amount",
      location: "query",
      schemaType: "number",
      defaultValue: "1.0",
      example: "9223372036854775807",
    });
    expect(parameter.status).toBe(201);
    expect(parameter.text).toContain('"defaultValue":1.0');
    expect(parameter.text).toContain('"example":9223372036854775807');
  });

  it.each(revisions)("when an agent writes and reads them by %s", async (revision) => {
    const made = await importText(scene, documentOf(`Agent of ${revision}`));
    const { key } = scene.organization.owner;
    await using agent = await connectAgent(scene.testApp, { key });
    await agent.call("set_context", { projectId: scene.projectId });
    const address = await toolAddress(scene.testApp);
    const fields = `"specId":"${made.specId}","versionId":"${made.versionId}"`;
    const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"${revision}","io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`;
    const isModern = revision === "2026-07-28";
    const answer = await fetch(address, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": revision,
        ...(isModern ? { "mcp-method": "tools/call", "mcp-name": "create_component" } : {}),
      },
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_component","arguments":{${fields},"kind":"schemas","name":"Made","content":${schema}}${isModern ? `,${meta}` : ""}}}`,
    });
    const said = await answer.text();
    expect(said).toContain(`"content":${schema}`);
    expect(compact(await exported(made))).toContain(`"Made":${schema}`);
  });
});
