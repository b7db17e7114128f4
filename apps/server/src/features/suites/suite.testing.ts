import { expect } from "vitest";
import { makeMember, makeOrganization, makeProject } from "../../testing/factories.ts";
import {
  request,
  type ResponseBody,
  type TestRequest,
  type TestResponse,
} from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";

/** A project in a separate organization, with a member and a viewer. */
export interface SuiteScene {
  readonly testApp: TestApp;
  readonly organization: Awaited<ReturnType<typeof makeOrganization>>;
  readonly projectId: string;
  readonly keys: { readonly member: string; readonly viewer: string };
  /** Sends below `/api/projects/{projectId}/suites` as the member, or with another key. */
  send(
    method: TestRequest["method"],
    path: string,
    body?: object,
    key?: string,
  ): Promise<TestResponse>;
  /** A page of `GET /api/cli/suites`. */
  list(query?: string, key?: string): Promise<TestResponse>;
  /** Makes a suite and returns it. */
  makeSuite(fields?: object): Promise<Made>;
  /** Makes cases of a suite in order and returns them. */
  makeCases(suite: Made, ...cases: object[]): Promise<Made[]>;
}

/** A record that was made: it has an id and a version. */
export interface Made {
  readonly id: string;
  readonly rowVersion: string;
  readonly modifiedAt: string;
  readonly name: string;
}

export async function openSuiteScene(): Promise<SuiteScene> {
  const testApp = await useTestApp();
  const organization = await makeOrganization(testApp);
  const member = await makeMember(testApp, organization, "member");
  const viewer = await makeMember(testApp, organization, "viewer");
  const projectId = await makeProject(testApp, organization);
  const call = (method: TestRequest["method"], path: string, body?: object, key = member.key) =>
    request(testApp, { method, path, key, ...(body === undefined ? {} : { body }) });
  const base = `/api/projects/${projectId}/suites`;
  let made = 0;
  const scene: SuiteScene = {
    testApp,
    organization,
    projectId,
    keys: { member: member.key, viewer: viewer.key },
    send: (method, path, body, key) => call(method, `${base}${path}`, body, key),
    list: (query = "", key) =>
      call("GET", `/api/cli/suites?projectId=${projectId}${query}`, undefined, key),
    async makeSuite(fields = {}) {
      made += 1;
      return asMade(await scene.send("POST", "", { name: `Suite ${made}`, ...fields }));
    },
    async makeCases(suite, ...cases) {
      const all: Made[] = [];
      for (const fields of cases) {
        const body = { request: { method: "GET", url: "/" }, ...fields };
        all.push(asMade(await scene.send("POST", `/${suite.id}/cases`, body)));
      }
      return all;
    },
  };
  return scene;
}

function asMade(answer: TestResponse): Made {
  expect(answer.status, answer.text).toBe(201);
  return answer.body as unknown as Made;
}

/** Status and code of a refusal. */
export function refusal(answer: TestResponse): [number, unknown] {
  return [answer.status, answer.body["code"]];
}

/** The fields that a refusal names. */
export function fieldsOf(answer: TestResponse): string[] {
  return (answer.body["errors"] as unknown as { field: string }[]).map((error) => error.field);
}

/** The named member of every item of a list. */
export function pick(answer: TestResponse, member: string): unknown[] {
  return (answer.body["items"] as unknown as ResponseBody[]).map((item) => item[member]);
}
