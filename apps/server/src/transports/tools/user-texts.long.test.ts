import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeOrganization, makeProject, type MadeOrganization } from "../../testing/factories.ts";
import { expectPlain, expectQuoted } from "../../testing/expect-plain.ts";
import { hostileKinds, hostileTexts } from "../../testing/hostile-texts.ts";
import type { ResponseBody } from "../../testing/request.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import {
  connectAgent,
  revisions,
  type Revision,
  type ToolClient,
} from "../../testing/tool-client.ts";

let testApp: TestApp;
let organization: MadeOrganization;

beforeAll(async () => {
  testApp = await buildTestApp({ name: "user-texts" });
  organization = await makeOrganization(testApp);
});

afterAll(() => testApp.close());

const mark = { "lintel/content": "user-data" };
const isLine = (text: string): boolean => !/\p{Cc}/u.test(text);
const isName = (text: string): boolean =>
  isLine(text) && text.length <= 110 && !text.includes("\ufeff");

/** An agent in its own project; `connectAgent` checks every answer for unmarked texts. */
async function openScene(revision: Revision) {
  const query = `project=${await makeProject(testApp, organization)}`;
  const agent = await connectAgent(testApp, { key: organization.owner.key, revision, query });
  const call = async (
    name: string,
    fields: Record<string, unknown> = {},
  ): Promise<ResponseBody> => {
    const { isError, body } = await agent.call(name, fields);
    if (isError) throw new Error(`${name} failed: ${JSON.stringify(body)}`);
    return body;
  };
  const spec = await call("create_spec", { name: "Pets", openapiVersion: "3.1" });
  const versions = await call("list_spec_versions", { specId: spec["id"] });
  const place = {
    specId: String(spec["id"]),
    versionId: String(versions["items"]?.[0]?.["id"]),
  };
  return { agent, call, place };
}

async function readResource({ client }: ToolClient, uri: string): Promise<ResponseBody> {
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  if (content === undefined || !("text" in content)) throw new Error(`${uri} has no text.`);
  expect(content).toMatchObject({ uri, mimeType: "application/json", _meta: mark });
  return expectPlain(content.text, uri) as ResponseBody;
}

it("includes more than fifty hostile texts, of every kind", () => {
  expect(hostileTexts.length).toBeGreaterThanOrEqual(50);
  expect(new Set(hostileTexts.map(({ kind }) => kind))).toEqual(new Set(Object.keys(hostileKinds)));
});

describe.each(revisions)("the text of users, for an agent that speaks %s", (revision) => {
  it("is returned unchanged, and cannot be mistaken for anything else in text", async () => {
    const { agent, call, place } = await openScene(revision);
    await using _ = agent;
    const { specId, versionId } = place;
    const byPath = new Map<string, string>();
    for (const [at, { text }] of hostileTexts.entries()) {
      const target = { ...place, path: `/at${at}`, method: "post" };
      const made = await call("create_endpoint", { ...target, summary: text, description: text });
      const endpointId = String(made["id"]);
      byPath.set(target.path, text);
      const owner = { specId, endpointId };
      const isLabel = isLine(text) && !text.includes(",") && text.trim() === text;
      await call("update_endpoint", {
        ...target,
        endpointId,
        rowVersion: made["rowVersion"],
        summary: text,
        description: text,
        internalNotes: text,
        ...(isLabel ? { tags: text } : {}),
      });
      const string = { schemaType: "string", description: text, example: JSON.stringify(text) };
      const name = isName(text) ? text : "plain";
      await call("add_parameter", { ...owner, ...string, name, location: "query" });
      const response = await call("add_response", {
        ...owner,
        statusCode: 200,
        description: text,
        schemaJson: JSON.stringify({ type: "string", description: text, enum: [text] }),
        example: JSON.stringify({ [text]: text }),
      });
      const header = { action: "add", responseId: response["id"], name: "X-Note", ...string };
      await call("manage_response_header", { ...owner, ...header });
      const read = await call("get_endpoint", owner);
      expect(read, text).toMatchObject({ summary: text, description: text, internalNotes: text });
      if (isLabel) expect(read["tags"]).toEqual([text]);
      expect(read["parameters"], text).toMatchObject([{ name, description: text }]);
      expect(read["responses"], text).toMatchObject([
        { description: text, headers: [{ description: text }] },
      ]);
      const uri = `lintel://specs/${specId}/endpoints/${endpointId}`;
      expect(await readResource(agent, uri)).toEqual(read);
    }
    const listed = await call("list_endpoints", { ...place, take: 100 });
    for (const item of Object.values(listed["items"] ?? {}))
      expect(item["summary"]).toBe(byPath.get(String(item["path"])));
    const exported = await call("export_spec", place);
    const document = await readResource(
      agent,
      `lintel://specs/${specId}/versions/${versionId}/openapi.json`,
    );
    expect(document).toEqual(JSON.parse(String(exported["text"])));
    for (const [path, text] of byPath) {
      const operation = document["paths"]?.[path]?.["post"];
      expect(operation, text).toMatchObject({
        summary: text,
        description: text,
        responses: { "200": { description: text, headers: { "X-Note": { example: text } } } },
      });
    }
    for (const format of ["json", "yaml"]) await call("export_spec", { ...place, format });
    await call("lint_spec_version", place);
    await call("check_export", { ...place, openapiVersion: "3.0" });
  });

  it("is a name in lists of tools and resources, and only a name", async () => {
    const { agent, call } = await openScene(revision);
    await using _ = agent;
    const names = hostileTexts
      .map(({ text }) => text)
      .filter((text) => isName(text) && text.trim() === text);
    expect(names.length).toBeGreaterThan(25);
    for (const name of names) {
      const spec = await call("create_spec", { name, description: name });
      expect(await readResource(agent, `lintel://specs/${String(spec["id"])}`)).toMatchObject({
        name,
        description: name,
      });
      await call("create_suite", { name, description: name });
    }
    const specs = await call("list_specs", { take: 100 });
    const suites = await call("list_suites", { take: 100 });
    for (const list of [specs, suites]) {
      const found = Object.values(list["items"] ?? {}).map((item) => item["name"]);
      expect(found).toEqual(expect.arrayContaining(names));
    }
    const { resources } = await agent.client.listResources();
    const titles = resources.map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(names.map((name) => `${name} 1.0.0`)));
    for (const { uri, name, description } of resources)
      for (const text of [uri, name, description]) expectQuoted(text ?? "", "", uri);
  });

  it("appears only in the data of prompts", async () => {
    const { agent, call, place } = await openScene(revision);
    await using _ = agent;
    for (const [at, { text }] of hostileTexts.entries()) {
      const fields = { ...place, path: `/p${at}`, method: "get", summary: text, description: text };
      const endpointId = String((await call("create_endpoint", fields))["id"]);
      await expectApart(agent, "write_tests", { ...place, endpointId }, text);
      await expectApart(agent, "design_api", { requirements: text }, text);
    }
    const { specId } = place;
    const { rowVersion } = await call("get_spec", { specId });
    const description = hostileTexts
      .map(({ text }) => text)
      .join(" ")
      .slice(0, 3_999)
      .toWellFormed();
    await call("update_spec", { specId, description, rowVersion });
    await expectApart(agent, "review_api", { specId }, description);
  });

  it("stays in quotes in refusals", async () => {
    const { agent, call, place } = await openScene(revision);
    await using _ = agent;
    const { specId } = place;
    const refusal = async (name: string, fields: Record<string, unknown>): Promise<string> => {
      const { isError, body } = await agent.call(name, fields);
      if (!isError) throw new Error(`${name} is not refused.`);
      expectQuoted(String(body["fix"]), "", name);
      return String(body["detail"]);
    };
    const endpoint = await call("create_endpoint", { ...place, path: "/refused", method: "get" });
    const owner = { specId, endpointId: String(endpoint["id"]) };
    for (const { text } of hostileTexts) {
      const details = [
        await refusal("get_endpoint", { ...owner, [text]: 1 }),
        await refusal("get_endpoint", { specId, endpointIds: `${text}x` }),
        await refusal("enable_toolset", { slug: text }),
        await refusal("add_parameter", {
          ...owner,
          name: "q",
          location: "query",
          schemaType: text,
        }),
        await refusal("import_spec", { text }),
        await refusal("import_spec", { text: `{"openapi":${JSON.stringify(text)}}` }),
        await refusal("import_spec", { text: `a: !${JSON.stringify(text)} *${text}` }),
        await refusal("import_suite", { yaml: `suite: *${text}` }),
        await refusal("set_request_body", { ...owner, contentType: "a/b", schemaJson: text }),
      ];
      if (isLine(text)) {
        details.push(await refusal("add_security_scheme", { ...owner, securitySchemeName: text }));
      }
      if (isName(text) && text.trim() === text && !text.includes(",")) {
        await call("create_tag", { ...place, name: text });
        details.push(await refusal("create_tag", { ...place, name: text }));
      }
      for (const detail of details) expectQuoted(detail, text, JSON.stringify(text));
      await expectQuotedError(agent.client.callTool({ name: text }), text);
      await expectQuotedError(agent.client.readResource({ uri: `lintel://${text}` }), text);
      await expectQuotedError(agent.client.getPrompt({ name: text }), text);
      const wrong = { specId: text, [text]: text };
      await expectQuotedError(
        agent.client.getPrompt({ name: "review_api", arguments: wrong }),
        text,
      );
    }
  });

  it("names two projects in a context mismatch, in quotes", async () => {
    const names = hostileTexts
      .map(({ text }) => text)
      .filter((text) => isName(text) && text.trim() === text);
    const { agent } = await openScene(revision);
    await using _ = agent;
    for (const name of names.slice(0, 40)) {
      const unique = `${name.slice(0, 80).toWellFormed()} ${revision}`;
      const query = `project=${await makeProject(testApp, organization, unique)}`;
      await using other = await connectAgent(testApp, { key: organization.owner.key, query });
      const { body } = await other.call("create_spec", { name });
      const refused = await agent.call("get_spec", { specId: body["id"] });
      expect(refused.body).toMatchObject({ code: "CONTEXT_MISMATCH" });
      expectQuoted(String(refused.body["detail"]), name, name);
      const uri = `lintel://specs/${String(body["id"])}`;
      await expectQuotedError(agent.client.readResource({ uri }), name);
    }
  });
});

/** A prompt has one message of its own, which contains nothing that users wrote. */
async function expectApart(
  { client }: ToolClient,
  name: string,
  fields: Record<string, string>,
  text: string,
): Promise<void> {
  const { messages } = await client.getPrompt({ name, arguments: fields });
  const [first, ...others] = messages;
  if (first?.content.type !== "text") throw new Error(`${name} begins with no instructions.`);
  expect(first.content.text).not.toContain(text.length < 3 ? "\u0000" : text);
  const again = await client.getPrompt({ name, arguments: { ...fields, ...emptied(fields) } });
  expect(again.messages[0]).toEqual(first);
  const data = others.map(({ content }) => {
    if (content.type !== "resource" || !("text" in content.resource))
      throw new Error(`${name} has user data that is no resource.`);
    expect(content.resource._meta).toMatchObject(mark);
    return expectPlain(content.resource.text, name);
  });
  expect(JSON.stringify(data)).toContain(JSON.stringify(text).slice(1, -1));
}

const emptied = ({ requirements }: Record<string, string>) =>
  requirements === undefined ? {} : { requirements: "Nothing" };

async function expectQuotedError(call: Promise<unknown>, text: string): Promise<void> {
  const error = await call.then(
    () => {
      throw new Error(`It is not refused: ${JSON.stringify(text)}`);
    },
    (thrown: unknown) => thrown as Error,
  );
  expectQuoted(error.message, text, JSON.stringify(text));
}
