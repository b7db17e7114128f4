import type { Plan } from "@lintel/contract/words/plans";
import { makeOrganization, makeProject, type MadeOrganization } from "../../testing/factories.ts";
import { request, type ResponseBody, type TestResponse } from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";

/** An organization with a project for a test of specifications. */
export interface SpecScene {
  readonly testApp: TestApp;
  readonly organization: MadeOrganization;
  readonly projectId: string;
  /** A call below the project's specifications, with the owner's key unless another is given. */
  send(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<TestResponse>;
}

export async function openSpecScene(
  options: { plan?: Plan; testApp?: TestApp } = {},
): Promise<SpecScene> {
  const testApp = options.testApp ?? (await useTestApp());
  const organization = await makeOrganization(testApp, { plan: options.plan ?? "pro" });
  const projectId = await makeProject(testApp, organization);
  return {
    testApp,
    organization,
    projectId,
    send: (method, path, body, key = organization.owner.key) =>
      request(testApp, {
        method,
        path: `/api/projects/${projectId}/specs${path}`,
        key,
        ...(body === undefined ? {} : { body }),
      }),
  };
}

/** A specification and its newest version. */
export interface MadeSpec {
  readonly specId: string;
  readonly versionId: string;
  readonly body: ResponseBody;
}

export async function importText(
  scene: SpecScene,
  text: string,
  more: object = {},
): Promise<MadeSpec> {
  const { body } = await scene.send("POST", "/import", { text, ...more });
  return { specId: String(body["spec"]?.["id"]), versionId: String(body["version"]?.["id"]), body };
}
