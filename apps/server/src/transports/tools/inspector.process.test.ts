import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toolOperations } from "@lintel/contract/tools";
import { makeOrganization, makeProject } from "../../testing/factories.ts";
import { consent, registerTestClient } from "../../testing/oauth-client.ts";
import { createBrowser } from "../../testing/page-browser.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { toolAddress } from "../../testing/tool-client.ts";

const entry = path.join(
  import.meta.dirname,
  "../../../../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
);

let testApp: TestApp;
let key: string;
let projectId: string;
let home: string;

beforeAll(async () => {
  testApp = await buildTestApp({ name: "inspector" });
  const organization = await makeOrganization(testApp);
  ({ key } = organization.owner);
  projectId = await makeProject(testApp, organization, "Shop");
  home = await mkdtemp(path.join(tmpdir(), "lintel-inspector-"));
});

afterAll(async () => {
  await testApp.close();
  await rm(home, { recursive: true, force: true });
});

interface Inspected {
  readonly code: number;
  readonly answer: { readonly result?: Readonly<Record<string, unknown>> };
}

/** Runs the Inspector's command like a person; its files go into a folder of the test. */
function inspect(era: string, ...args: readonly string[]): Promise<Inspected> {
  return inspectAt({ header: `X-API-Key: ${key}` }, era, ...args);
}

async function inspectAt(
  { header, region }: { readonly header: string; readonly region?: "us" },
  era: string,
  ...args: readonly string[]
): Promise<Inspected> {
  const address = await toolAddress(testApp, region);
  const connection = ["--cli", address.href, "--transport", "http", "--protocol-era", era];
  const options = ["--header", header, "--format", "json", "--quiet", "--method"];
  const env = { PATH: process.env["PATH"], HOME: home };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [entry, ...connection, ...options, ...args],
      { env, maxBuffer: 1e8 },
      (error, stdout, stderr) => {
        const text = stdout.trim() === "" ? stderr : stdout;
        resolve({
          code: error === null ? 0 : Number(error.code ?? 1),
          answer: JSON.parse(text) as Inspected["answer"],
        });
      },
    );
  });
}

describe.each(["legacy", "modern"])("the Inspector's command, %s", (era) => {
  it("lists the tools, all of which a client can read", async () => {
    const { code, answer } = await inspect(era, "tools/list", "--strict");
    expect(code).toBe(0);
    expect(answer.result).toMatchObject({ tools: { length: toolOperations.length } });
  });

  it("calls tools, in the context of an earlier run", async () => {
    const project = ["--tool-arg", `projectId=${projectId}`];
    const chosen = await inspect(era, "tools/call", "--tool-name", "set_context", ...project);
    expect(chosen.code).toBe(0);
    const read = await inspect(era, "tools/call", "--tool-name", "get_context");
    expect(read.answer.result).toMatchObject({ structuredContent: { project: { id: projectId } } });
  });

  it("shows what a tool refused", async () => {
    const lost = ["--tool-arg", "specId=01a20001-0000-7000-8000-0000000000ff"];
    const refused = await inspect(era, "tools/call", "--tool-name", "list_endpoints", ...lost);
    expect(refused.code).not.toBe(0);
    expect(JSON.stringify(refused.answer)).toContain("NOT_FOUND");
  });

  it("works in region us with the token that a person allowed a client", async () => {
    const organization = await makeOrganization(testApp, { region: "us" });
    const browser = createBrowser(testApp, "us");
    await browser.signIn(organization.owner.userId);
    const client = await registerTestClient(testApp, "us");
    const { publicOrigin } = testApp.cells.us.platform;
    const url = client.authorizeUrl({ resource: `${publicOrigin()}/us/mcp` });
    const code = (await consent(browser, url, organization)).get("code") ?? "";
    const { body } = await client.exchange(code);
    const header = `Authorization: Bearer ${String(body["access_token"])}`;
    const place = { header, region: "us" } as const;
    const listed = await inspectAt(place, era, "tools/list", "--strict");
    expect(listed.code).toBe(0);
    const { tools } = listed.answer.result as unknown as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toContain("list_specs");
    const read = await inspectAt(place, era, "tools/call", "--tool-name", "get_context");
    expect(read.answer.result).toMatchObject({
      structuredContent: { organization: { id: organization.id } },
    });
    // The same token opens nothing in the other region.
    expect((await inspectAt({ header }, era, "tools/list")).code).not.toBe(0);
  });
});
