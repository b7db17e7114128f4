import { domainEvents, type EventName } from "@lintel/contract/events";
import Value from "typebox/value";
import { beforeAll, describe, expect, it } from "vitest";
import {
  callAsOperator,
  makeMember,
  makeOrganization,
  makeProject,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request, type TestRequest } from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
let organization: MadeOrganization;
let projectId: string;

beforeAll(async () => {
  testApp = await useTestApp();
  organization = await makeOrganization(testApp);
  projectId = await makeProject(testApp, organization);
});

async function send(method: TestRequest["method"], path: string, body?: unknown) {
  const answer = await request(testApp, { method, path, body, key: organization.owner.key });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

async function selectEvents() {
  const db = await testApp.cells.eu.platform.database();
  return db
    .selectFrom("event")
    .selectAll()
    .where("organizationId", "=", organization.id)
    .orderBy("sequence")
    .execute();
}

/** The events that a step made, each held against the shape that its type declares. */
async function eventsOf(step: () => Promise<unknown>) {
  const before = await selectEvents();
  await step();
  const made = (await selectEvents()).slice(before.length);
  for (const { type, data } of made) {
    const shape = domainEvents[type as EventName].data;
    expect([...Value.Errors(shape, data)], `${type} ${JSON.stringify(data)}`).toEqual([]);
  }
  return made;
}

describe("the events of a change", () => {
  it("name its subject, its project, who may read it, and no contents", async () => {
    const path = `/api/projects/${projectId}/environments`;
    const secret = { name: "token", value: "hunter2-hunter2", isSecret: true };
    const body = { name: "Private name", baseUrl: "https://api.example", variables: [secret] };
    let id = "";
    const made = await eventsOf(async () => (id = String((await send("POST", path, body))["id"])));
    expect(made).toMatchObject([
      {
        type: "environment.created",
        projectId,
        permission: "tests:read",
        subjectType: "environment",
        subjectId: id,
        actor: { type: "user", id: organization.owner.userId },
        data: {},
      },
    ]);
    expect(JSON.stringify(made)).not.toMatch(/Private name|hunter2|example/);
  });

  it("hold no e-mail address, where the audit entry does", async () => {
    let email = "";
    const made = await eventsOf(async () => {
      ({ email } = await makeMember(testApp, organization, "viewer"));
    });
    expect(made.map(({ type }) => type)).toEqual(["member.added", "api_key.created"]);
    expect(JSON.stringify(made)).not.toContain("@");
    const log = await send("GET", "/api/audit-log");
    expect(JSON.stringify(log)).toContain(email);
  });

  it("are one for an endpoint and all of its parts, and one for several responses", async () => {
    const spec = await send("POST", `/api/projects/${projectId}/specs`, {
      name: "Orders",
      openapiVersion: "3.1",
      version: "1.0.0",
    });
    const [specId, versionId] = [String(spec["id"]), String(spec["newestVersionId"])];
    const base = `/api/projects/${projectId}/specs/${specId}`;
    const endpoint = { method: "get", path: "/orders/{id}" };
    const responses = [{ statusCode: 200 }, { statusCode: 404 }];
    let endpointId = "";
    const created = await eventsOf(async () => {
      const made = await send("POST", `${base}/versions/${versionId}/endpoints`, {
        ...endpoint,
        responses,
      });
      endpointId = String(made["id"]);
    });
    expect(created).toMatchObject([
      { type: "endpoint.created", subjectId: endpointId, data: { specId, versionId } },
    ]);
    const added = await eventsOf(() =>
      send("POST", `${base}/endpoints/${endpointId}/responses`, {
        statusCode: 500,
        moreResponses: [{ statusCode: 503 }],
      }),
    );
    expect(added).toMatchObject([
      { type: "response.created", subjectType: "endpoint", subjectId: endpointId },
    ]);
  });

  it("are none for a repeat that changes nothing, and none for a refusal", async () => {
    const spec = await send("POST", `/api/projects/${projectId}/specs`, {
      name: "Pets",
      openapiVersion: "3.1",
      version: "1.0.0",
    });
    const [specId, versionId] = [String(spec["id"]), String(spec["newestVersionId"])];
    const path = `/api/projects/${projectId}/specs/${specId}/versions/${versionId}/publish`;
    const published = await eventsOf(async () => {
      await send("POST", path, {});
      await send("POST", path, {});
    });
    expect(published.map(({ type }) => type)).toEqual(["spec_version.published"]);
    const viewer = await makeMember(testApp, organization, "viewer");
    const refused = await eventsOf(async () => {
      const answer = await request(testApp, { method: "POST", path, body: {}, key: viewer.key });
      expect(answer.status).toBe(403);
    });
    expect(refused).toEqual([]);
  });

  it("are those of the new organization where an operator makes one", async () => {
    const made = await eventsOf(() =>
      callAsOperator(testApp, "eu", organization.id, "getOrganization", {}),
    );
    expect(made).toEqual([]);
    const [first] = await selectEvents();
    expect(first).toMatchObject({
      sequence: "1",
      type: "organization.created",
      projectId: null,
      actor: { type: "operator", id: null },
      data: { ownerUserId: organization.owner.userId },
    });
  });
});
