import { beforeAll, describe, expect, it } from "vitest";
import { allOperations } from "@lintel/contract/catalog";
import { makeMember } from "../../testing/factories.ts";
import { request, type ResponseBody } from "../../testing/request.ts";
import { openDocsScene } from "../../features/docs/docs.testing.ts";

/** Lists whose shape the contract specifies, and short lists or trees without pages. */
const otherwise = new Set([
  "listEnvironments",
  "listDocumentations",
  "listToolsets",
  "listOrganizations",
  "listDocFiles",
  "findMissingDocAssets",
  "listScanProfiles",
  "listFindings",
  "search",
]);

const document = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1.0.0" },
  tags: [{ name: "a" }, { name: "b" }, { name: "c" }],
  paths: {},
  components: { headers: { "X-A": { schema: {} }, "X-B": { schema: {} }, "X-C": { schema: {} } } },
};

/** Every list with three items, by its operation. */
async function openLists() {
  const scene = await openDocsScene();
  const { testApp, organization, projectId, docId, versionId } = scene;
  const { key } = organization.owner;
  const send = (method: "GET" | "POST" | "PUT", path: string, body?: unknown) =>
    request(testApp, { method, path, key, ...(body === undefined ? {} : { body }) });
  const make = async (path: string, body: unknown, method: "POST" | "PUT" = "POST") => {
    const answer = await send(method, path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  const project = `/api/projects/${projectId}`;
  const { spec, version } = await make(`${project}/specs/import`, {
    text: JSON.stringify(document),
  });
  const specId = String(spec?.["id"]);
  const inSpec = `${project}/specs/${specId}/versions/${String(version?.["id"])}`;
  const inDoc = `${project}/docs/${docId}/versions/${versionId}`;
  const level = { level: "project", action: "create", schemaType: "string" };
  for (const at of [1, 2, 3]) {
    const member = await makeMember(testApp, organization, "viewer");
    await make(`${project}/members/${member.userId}`, { role: "member" }, "PUT");
    await make(`${inSpec}/folders`, { name: `Folder ${at}` });
    await make(`${project}/header-components`, { ...level, name: `X-${at}` });
    await make("/api/header-components", {
      action: "create",
      schemaType: "string",
      name: `X-${at}`,
    });
    const policy = { name: `Policy ${at}`, appliesTo: "requests" };
    await make(`${project}/header-policies`, policy);
    await make("/api/header-policies", policy);
    const { id } = await make(`${inDoc}/pages`, { title: `Zebra ${at}`, content: "A zebra." });
    await make(`${inDoc}/redirects`, { fromPath: `old/${at}`, itemPublicId: id });
    const contentBase64 = Buffer.from(`%PDF-1.7\n%${at}`).toString("base64");
    await make(`${inDoc}/assets`, { path: `${at}.pdf`, contentBase64 });
    await make(`${inSpec}/share-links`, {});
    await make(`${project}/report-links`, {});
    await make(`${project}/consumers`, { name: `Consumer ${at}` });
    const call = { specId, method: "get", path: `/a${at}`, occurredAt: new Date().toISOString() };
    await make(`${project}/usage`, { batchId: `b${at}`, calls: [call] });
    // Refused before anything is sent, which the history has as well.
    await make(`${project}/requests`, {
      request: { method: "GET", url: "http://169.254.169.254" },
    });
  }
  await makePlans(make, `${project}/specs/${specId}`, String(version?.["id"]));
  const versions = `${project}/specs/${specId}/versions`;
  await make(versions, { version: "2.0.0" });
  await make(versions, { version: "3.0.0" });
  const paths: Readonly<Record<string, string>> = {
    listProjectRoles: `${project}/members?`,
    listSpecVersions: `${versions}?`,
    listShareLinks: `${inSpec}/share-links?`,
    listReportLinks: `${project}/report-links?`,
    listFolders: `${inSpec}/folders?`,
    listTags: `${inSpec}/tags?`,
    "listHeaderComponents of a project": `${project}/header-components?level=project`,
    "listHeaderComponents of a specification": `${project}/header-components?level=spec&specId=${specId}`,
    listOrgHeaderComponents: "/api/header-components",
    listHeaderPolicies: `${project}/header-policies?`,
    listOrgHeaderPolicies: "/api/header-policies?",
    searchDocs: `${project}/docs/search?query=zebra&`,
    listDocAssets: `${inDoc}/assets?`,
    listDocRedirects: `${inDoc}/redirects?`,
    listSentRequests: `${project}/requests?`,
    listConsumers: `${project}/consumers?`,
    listCallers: `${project}/callers?`,
    listDeprecationPlans: `${project}/deprecation-plans?`,
  };
  const read = async (path: string): Promise<ResponseBody> => {
    const answer = await send("GET", path);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  return { paths, read };
}

/** Three plans of one version: what is cancelled can be planned again. */
async function makePlans(
  make: (path: string, body: unknown) => Promise<ResponseBody>,
  spec: string,
  entityId: string,
): Promise<void> {
  await make(`${spec}/versions/${entityId}/publish`, {});
  const path = `${spec}/deprecation-plans`;
  for (const year of [2091, 2092, 2093]) {
    const entity = { entityType: "specVersion", entityId, migrationGuide: "Use the next." };
    const made = await make(path, { action: "create", sunsetAt: `${year}-01-01`, ...entity });
    if (year < 2093) await make(path, { action: "cancel", planId: made["plan"]?.["id"] });
  }
}

let lists: Awaited<ReturnType<typeof openLists>>;

beforeAll(async () => {
  lists = await openLists();
});

describe("a list", () => {
  it.each([
    "listProjectRoles",
    "listSpecVersions",
    "listReportLinks",
    "listFolders",
    "listTags",
    "listHeaderPolicies",
    "listOrgHeaderPolicies",
    "searchDocs",
    "listDocAssets",
    "listDocRedirects",
    "listSentRequests",
    "listConsumers",
    "listCallers",
    "listDeprecationPlans",
  ])("returns pages with the paging that was applied: %s", async (name) => {
    const path = lists.paths[name] ?? "";
    const whole = await lists.read(`${path}take=5000`);
    expect(whole).toMatchObject({ totalCount: 3, skip: 0, take: 100 });
    const all = whole["items"] as unknown as ResponseBody[];
    expect(all).toHaveLength(3);
    const page = await lists.read(`${path}skip=1&take=1`);
    expect(page).toEqual({ items: [all[1]], totalCount: 3, skip: 1, take: 1 });
    expect(await lists.read(`${path}skip=3`)).toMatchObject({ items: [], totalCount: 3 });
    expect(await lists.read(path)).toEqual({ items: all, totalCount: 3, skip: 0, take: 50 });
  });

  it.each([
    "listHeaderComponents of a project",
    "listHeaderComponents of a specification",
    "listOrgHeaderComponents",
  ])("without paging in the contract is one page of all: %s", async (name) => {
    const whole = await lists.read(lists.paths[name] ?? "");
    expect(whole).toMatchObject({ totalCount: 3, skip: 0, take: 3 });
    expect(whole["items"]).toHaveLength(3);
  });

  it("is declared as a page, unless the contract specifies another shape", () => {
    const others = allOperations
      .filter(({ name, rest }) => rest?.method === "GET" && /^(?:list|search|find)/.test(name))
      .filter(({ output }) => !JSON.stringify(output).includes('"totalCount"'))
      .map(({ name }) => name);
    expect(others.filter((name) => !otherwise.has(name))).toEqual([]);
  });
});
