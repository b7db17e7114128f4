import { beforeAll, describe, expect, it } from "vitest";
import {
  makeKey,
  makeMember,
  makeOrganization,
  makeProject,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request, type ResponseBody } from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";

interface Hit {
  readonly kind: string;
  readonly title: string;
  readonly within: string | null;
  readonly path: string;
  readonly project: { readonly id: string };
}

const document = {
  openapi: "3.1.0",
  info: { title: "Lending", version: "1.0.0" },
  paths: {
    "/books": {
      get: { operationId: "findEveryVolume", responses: { 200: { description: "Fine" } } },
      post: { summary: "Add a volume", responses: { 201: { description: "Made" } } },
    },
    "/books/{bookId}/loans": { get: { responses: { 200: { description: "Fine" } } } },
    "/booksellers": { get: { responses: { 200: { description: "Fine" } } } },
    "/straße/größe": { get: { responses: { 200: { description: "Fine" } } } },
  },
  components: { schemas: { BookLoan: { type: "object" } } },
};

let testApp: TestApp;
let organization: MadeOrganization;
let open: string;
let closed: string;

async function make(path: string, body: object): Promise<ResponseBody> {
  const key = organization.owner.key;
  const answer = await request(testApp, { method: "POST", path, key, body });
  expect([200, 201], answer.text).toContain(answer.status);
  return answer.body;
}

async function fill(projectId: string): Promise<void> {
  const base = `/api/projects/${projectId}`;
  await make(`${base}/specs/import`, { text: JSON.stringify(document) });
  await make(`${base}/suites`, { name: "Lending smoke", folder: "nightly" });
  const docs = await make(`${base}/docs`, { name: "Handbook" });
  const version = String(docs["versions"]?.[0]?.["id"] ?? "");
  await make(`${base}/docs/${String(docs["id"])}/versions/${version}/pages`, {
    title: "Returning books late",
  });
}

beforeAll(async () => {
  testApp = await useTestApp();
  organization = await makeOrganization(testApp);
  open = await makeProject(testApp, organization, "Open library");
  closed = await makeProject(testApp, organization, "Closed library");
  await fill(open);
  await fill(closed);
});

async function find(query: string, key = organization.owner.key, more = ""): Promise<Hit[]> {
  const path = `/api/search?query=${encodeURIComponent(query)}${more}`;
  const answer = await request(testApp, { method: "GET", path, key });
  expect(answer.status, answer.text).toBe(200);
  return answer.body["items"] as unknown as Hit[];
}

const titles = (hits: readonly Hit[], projectId = open) =>
  hits.filter(({ project }) => project.id === projectId).map(({ title }) => title);

describe("a search over the organization", () => {
  it("finds each kind by the words of its name or path, with its address", async () => {
    const of = async (query: string, kind: string) => {
      const hits = await find(query, undefined, `&kind=${kind}`);
      return hits.filter(({ project }) => project.id === open);
    };
    expect(await of("open", "project")).toMatchObject([
      { title: "Open library", path: "/open-library", within: null },
    ]);
    const [spec] = await of("lend", "spec");
    expect(spec?.path).toMatch(/^\/open-library\/specs\/[0-9a-f-]{36}\/[0-9a-f-]{36}$/);
    const [endpoint] = await of("loans", "endpoint");
    expect(endpoint).toMatchObject({ title: "GET /books/{bookId}/loans", within: "Lending" });
    expect(endpoint?.path).toMatch(new RegExp(`^${spec?.path}/endpoints/[0-9a-f-]{36}$`));
    expect((await of("loan", "component"))[0]?.path).toContain("/components/");
    expect((await of("nightly smo", "suite"))[0]?.path).toMatch(/^\/open-library\/suites\//);
    const [page] = await of("late returning", "docPage");
    expect(page).toMatchObject({ title: "Returning books late", within: "Handbook" });
    expect(page?.path).toMatch(/\/docs\/[0-9a-f-]{36}\/[0-9a-f-]{36}\/pages\/[0-9a-f-]{36}$/);
  });

  it("lists what equals the query first, then whole words, then beginnings", async () => {
    expect(titles(await find("/books", undefined, "&kind=endpoint"))).toEqual([
      "GET /books",
      "POST /books",
      "GET /booksellers",
      "GET /books/{bookId}/loans",
    ]);
    expect(titles(await find("POST /books"))).toEqual(["POST /books"]);
    expect(titles(await find("volume every"))).toEqual(["GET /books"]);
    expect(titles(await find("findevery"))).toEqual(["GET /books"]);
    expect(titles(await find("STRASSE"))).toEqual([]);
    expect(titles(await find("größ"))).toEqual(["GET /straße/größe"]);
    for (const nothing of ["ooks", "/", "'; drop table project; --", "%", "a\\b"])
      expect(titles(await find(nothing)), nothing).toEqual([]);
    expect(await find("books", undefined, "&take=3")).toHaveLength(3);
  });

  it("shows the newest version of a specification alone, and nothing that was deleted", async () => {
    const { body } = await request(testApp, {
      method: "GET",
      path: `/api/projects/${open}/specs`,
      key: organization.owner.key,
    });
    const spec = body["items"]?.[0] as ResponseBody;
    const next = await make(`/api/projects/${open}/specs/${String(spec["id"])}/versions`, {
      version: "2.0.0",
    });
    const [hit, ...more] = await find("loans", undefined, "&kind=endpoint");
    expect([hit, ...more].filter((one) => one?.project.id === open)).toHaveLength(1);
    const path = [hit, ...more].find((one) => one?.project.id === open)?.path ?? "";
    expect(path).toContain(`/${String(next["id"])}/endpoints/`);
    const deleted = await request(testApp, {
      method: "DELETE",
      path: `/api/projects/${open}/specs/${String(spec["id"])}/versions/${String(next["id"])}/endpoints/${path.slice(-36)}`,
      key: organization.owner.key,
    });
    expect(deleted.status, deleted.text).toBeLessThan(300);
    expect(titles(await find("loans", undefined, "&kind=endpoint"))).toEqual([]);
  });

  it("finds nothing of projects and kinds that the caller does not see", async () => {
    const viewer = await makeMember(testApp, organization, "viewer");
    const role = await request(testApp, {
      method: "PUT",
      path: `/api/projects/${closed}/members/${viewer.userId}`,
      key: organization.owner.key,
      body: { role: "none" },
    });
    expect(role.status, role.text).toBe(200);
    const seen = [...(await find("books", viewer.key)), ...(await find("library", viewer.key))];
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter(({ project }) => project.id !== open)).toEqual([]);
    const grants = [{ permission: "tests:read", projectId: open }] as const;
    const scoped = await makeKey(testApp, organization, viewer.userId, grants);
    const answer = await request(testApp, {
      method: "GET",
      path: "/api/search?query=lending",
      key: scoped,
    });
    const kinds = (answer.body["items"] as unknown as Hit[] | undefined)?.map(({ kind }) => kind);
    expect([answer.body["code"], kinds]).toEqual([undefined, ["suite"]]);
    const stranger = await makeOrganization(testApp);
    expect(await find("books", stranger.owner.key)).toEqual([]);
  });
});
