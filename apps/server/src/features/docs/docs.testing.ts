import { expect } from "vitest";
import {
  makeMember,
  makeOrganization,
  makeProject,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request, type ResponseBody, type TestResponse } from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A documentation with an empty draft, and callers of every role. */
export interface DocsScene {
  readonly testApp: TestApp;
  readonly organization: MadeOrganization;
  readonly projectId: string;
  readonly docId: string;
  readonly versionId: string;
  /** Keys by role. */
  readonly keys: Readonly<Record<"owner" | "admin" | "member" | "viewer", string>>;
  /**
   * A call below `/api/projects/{projectId}/docs`, with the member's key unless another is given.
   */
  send(
    method: Method,
    path: string,
    body?: unknown,
    more?: { key?: string; headers?: Record<string, string> },
  ): Promise<TestResponse>;
  /** A call below the version. */
  inVersion: DocsScene["send"];
}

/** Where a scene is made: in a new organization of region `eu` unless given. */
export interface DocsPlace {
  readonly testApp?: TestApp;
  readonly region?: "eu" | "us";
  readonly organization?: MadeOrganization;
}

export async function openDocsScene(
  fields: object = {},
  place: DocsPlace = {},
): Promise<DocsScene> {
  const testApp = place.testApp ?? (await useTestApp());
  const { region = "eu" } = place.organization ?? place;
  const organization = place.organization ?? (await makeOrganization(testApp, { region }));
  const projectId = await makeProject(testApp, organization);
  const keys = {
    owner: organization.owner.key,
    admin: (await makeMember(testApp, organization, "admin")).key,
    member: (await makeMember(testApp, organization, "member")).key,
    viewer: (await makeMember(testApp, organization, "viewer")).key,
  };
  const send: DocsScene["send"] = (method, path, body, { key = keys.member, headers } = {}) =>
    request(testApp, {
      method,
      path: `/api/projects/${projectId}/docs${path}`,
      key,
      region,
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined ? {} : { body }),
    });
  const made = await send("POST", "", { name: "Guide", ...fields }, { key: keys.admin });
  expect(made.status, made.text).toBe(201);
  const docId = String(made.body["id"]);
  const versionId = String(made.body["versions"]?.[0]?.["id"]);
  const inVersion: DocsScene["send"] = (method, path, body, more) =>
    send(method, `/${docId}/versions/${versionId}${path}`, body, more);
  return { testApp, organization, projectId, docId, versionId, keys, send, inVersion };
}

/** Makes a page or a folder, and fails if it is refused. */
export async function make(
  scene: DocsScene,
  kind: "pages" | "folders",
  fields: object,
): Promise<{ id: string; slug: string }> {
  const { status, body, text } = await scene.inVersion("POST", `/${kind}`, fields);
  expect(status, text).toBe(201);
  return body as unknown as { id: string; slug: string };
}

export async function readPage(scene: DocsScene, id: string): Promise<ResponseBody> {
  const { status, body, text } = await scene.inVersion("GET", `/pages/${id}`);
  expect(status, text).toBe(200);
  return body;
}

interface Item {
  readonly id: string;
  readonly page: { slug: string } | null;
  readonly folder: { slug: string; children: Item[] } | null;
}

/** The tree as addresses: `["guide/", "guide/install", "about"]`. */
export async function readPaths(scene: DocsScene): Promise<string[]> {
  const { body } = await scene.inVersion("GET", "/tree");
  const walk = (items: readonly Item[], prefix: string): string[] =>
    items.flatMap(({ page, folder }) => {
      if (page !== null) return [`${prefix}${page.slug}`];
      const path = `${prefix}${folder?.slug ?? "?"}/`;
      return [path, ...walk(folder?.children ?? [], path)];
    });
  return walk(body["items"] as unknown as Item[], "");
}
