import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import {
  makeMember,
  makeOrganization,
  makeProject,
  type MadeMember,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request, type ResponseBody } from "../../testing/request.ts";
import { startTargetApi } from "../../testing/target-api.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";
import { historyCleanup } from "./sent-request.schedule.ts";
import { maxHistory } from "./send-request.service.ts";

let testApp: TestApp;
let organization: MadeOrganization;
let member: MadeMember;
let viewer: MadeMember;
let projectId: string;

beforeAll(async () => {
  testApp = await useTestApp();
  organization = await makeOrganization(testApp);
  member = await makeMember(testApp, organization, "member");
  viewer = await makeMember(testApp, organization, "viewer");
  projectId = await makeProject(testApp, organization);
});

type Method = "GET" | "POST" | "DELETE";
const call = (method: Method, path: string, body?: unknown, key = member.key) =>
  request(testApp, {
    method,
    path: `/api/projects/${projectId}${path}`,
    key,
    ...(body === undefined ? {} : { body }),
  });

const send = (body: unknown, key?: string) => call("POST", "/requests", body, key);
const itemsOf = (body: ResponseBody) => body["items"] as unknown as ResponseBody[];
const secret = "only-the-api-knows-it";

async function makeEnvironment(baseUrl: string): Promise<string> {
  const variables = [
    { name: "token", value: secret, isSecret: true },
    { name: "id", value: 7 },
  ];
  const body = { name: `here ${randomUUID()}`, baseUrl, variables };
  const answer = await call("POST", "/environments", body);
  expect(answer.status, answer.text).toBe(201);
  return String(answer.body["id"]);
}

describe("a request", () => {
  it("is sent with the variables and secrets of an environment, and answered in full", async () => {
    await using api = await startTargetApi({
      "/books/7": ({ headers }, response) => {
        response.setHeader("set-cookie", ["sid=1; Path=/; HttpOnly", "t=2"]);
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ seen: headers["authorization"] }));
      },
    });
    const environmentId = await makeEnvironment(api.url);
    const endpointId = randomUUID();
    const auth = { type: "bearer", token: "{{token}}" };
    const given = { method: "GET", url: "/books/{{id}}", auth };
    const { status, body, text } = await send({ request: given, environmentId, endpointId });
    expect(status, text).toBe(200);
    expect(api.reached[0]?.headers["authorization"]).toBe(`Bearer ${secret}`);
    expect(text).not.toContain(secret);
    expect(body).toMatchObject({
      environmentId,
      endpointId,
      request: { url: `${api.url}/books/7` },
      response: {
        status: 200,
        cookies: [
          { name: "sid", value: "1", attributes: ["Path=/", "HttpOnly"] },
          { name: "t", value: "2", attributes: [] },
        ],
        body: { encoding: "text", isCut: false },
      },
      error: null,
      warnings: [],
    });
    const history = await call("GET", `/requests?endpointId=${endpointId}`);
    expect(itemsOf(history.body)).toMatchObject([
      { id: body["id"], method: "GET", url: `${api.url}/books/7`, status: 200, errorCode: null },
    ]);
    const again = await call("GET", `/requests/${String(body["id"])}`);
    expect(again.body).toMatchObject({ template: given, response: { status: 200 } });
    // The values of cookies are credentials: the caller saw them once.
    expect(again.text).not.toContain("sid=1");
    expect(again.text).not.toContain(secret);
  });

  it("is read from a curl command", async () => {
    await using api = await startTargetApi();
    const answer = await send({ curl: `curl ${api.url}/ok -k -H 'X-A: 1'` });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body["warnings"]).toEqual(["--insecure has no counterpart and is left out."]);
    expect(api.reached[0]?.headers["x-a"]).toBe("1");
  });

  it("without an answer is kept with the reason", async () => {
    const answer = await send({ request: { method: "GET", url: "http://169.254.169.254/" } });
    expect(answer.body).toMatchObject({ response: null, error: { code: "METADATA_REFUSED" } });
    const kept = await call("GET", `/requests/${String(answer.body["id"])}`);
    expect(kept.body).toMatchObject({ error: { code: "METADATA_REFUSED" } });
  });

  it.each([
    ["nothing", {}, "request"],
    ["no command", { curl: "wget x" }, "curl"],
    [
      "a command of too many headers",
      { curl: `curl https://x.example ${"-H a:b ".repeat(101)}` },
      "curl",
    ],
    ["a command of a long address", { curl: `curl https://x.example/${"a".repeat(8000)}` }, "curl"],
    [
      "an unknown variable",
      { request: { method: "GET", url: "https://x.example/{{no}}" } },
      "request.url",
    ],
    ["a path without an environment", { request: { method: "GET", url: "/a" } }, "request.url"],
  ])("with %s is refused, naming the field", async (_, body, field) => {
    const answer = await send(body);
    expect([answer.status, answer.body["code"]]).toEqual([400, "VALIDATION_FAILED"]);
    const errors = answer.body["errors"] as unknown as ResponseBody[];
    expect(errors.map((error) => error["field"])).toContain(field);
  });

  it("is either fields or a command, with an environment of the project", async () => {
    const given = { method: "GET", url: "https://x.example" };
    const both = await send({ request: given, curl: "curl x" });
    expect(both.body["code"]).toBe("MUTUALLY_EXCLUSIVE");
    const missing = await send({ request: given, environmentId: randomUUID() });
    expect([missing.status, missing.body["code"]]).toEqual([404, "NOT_FOUND"]);
  });

  it("is not sent by a viewer, nor for a project that the caller does not see", async () => {
    const body = { request: { method: "GET", url: "https://x.example" } };
    expect((await send(body, viewer.key)).status).toBe(403);
    const stranger = await makeOrganization(testApp);
    expect((await send(body, stranger.owner.key)).status).toBe(404);
  });
});

describe("the history", () => {
  it("is the caller's own, and can be cleared", async () => {
    await using api = await startTargetApi();
    const first = await send({ curl: `curl ${api.url}/ok` });
    await send({ curl: `curl ${api.url}/ok?2` });
    const id = String(first.body["id"]);
    const { key } = organization.owner;
    expect((await call("GET", `/requests/${id}`, undefined, key)).status).toBe(404);
    expect((await call("DELETE", `/requests/${id}`, undefined, key)).status).toBe(404);
    expect((await call("DELETE", `/requests/${id}`)).status).toBe(204);
    expect((await call("GET", `/requests/${id}`)).status).toBe(404);
    expect((await call("DELETE", "/requests")).status).toBe(204);
    expect((await call("GET", "/requests")).body).toMatchObject({ items: [], totalCount: 0 });
  });

  it("holds a number of requests, for 30 days", async () => {
    await using api = await startTargetApi();
    const { platform } = testApp.cells.eu;
    const db = await platform.database();
    await send({ curl: `curl ${api.url}/ok` });
    const row = await db
      .selectFrom("sentRequest")
      .selectAll()
      .where("projectId", "=", projectId)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: maxHistory + 5 }, (_, at) => ({
      ...row,
      id: randomUUID(),
      sentAt: new Date(row.sentAt.getTime() - (at + 1) * 3600_000 * 4),
      template: JSON.stringify(row.template),
      exchange: JSON.stringify(row.exchange),
    }));
    await db.insertInto("sentRequest").values(copies).execute();
    await send({ curl: `curl ${api.url}/ok` });
    const full = await call("GET", "/requests?take=1");
    expect(full.body["totalCount"]).toBe(maxHistory);
    await historyCleanup(platform).run(db, new AbortController().signal);
    // Of one every four hours, those of 30 days are 180, and the one that was sent last.
    const left = Number((await call("GET", "/requests?take=1")).body["totalCount"]);
    expect(left).toBeGreaterThan(175);
    expect(left).toBeLessThan(185);
  });
});
