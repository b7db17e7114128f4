import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { ScimRequest } from "@lintel/contract/shapes/scim";
import { scimReasonNames, scimReasons } from "@lintel/contract/words/scim-log";
import { makeSecret, scimPrefix } from "../../../platform/credentials/secret-format.ts";
import { callAsOperator, makeOrganization } from "../../../testing/factories.ts";
import { request, type TestRequest } from "../../../testing/request.ts";
import { makeScimClient, scimHeaders, type ScimClient } from "../../../testing/scim-client.ts";
import { useTestApp, type TestApp } from "../../../testing/test-app.ts";

async function readLog(
  testApp: TestApp,
  { organization: { region, id } }: Pick<ScimClient, "organization">,
  input: { result?: "success" | "refused"; take?: number } = {},
): Promise<ScimRequest[]> {
  const page = await callAsOperator(testApp, region, id, "listScimRequests", {
    take: 100,
    ...input,
  });
  return page.items;
}

/** Sends a request with any token, or none, to the address of a client. */
const sendWith = (
  testApp: TestApp,
  client: ScimClient,
  token: string | null,
  path = "/Users",
  method: TestRequest["method"] = "GET",
) =>
  request(testApp, {
    method,
    path: `${client.base}${path}`,
    headers: token === null ? {} : scimHeaders(token),
  });

const id = "01a20047-0000-7000-8000-00000000000a";

describe("the log of SCIM requests", () => {
  it("says what arrived, masked, with which token, what was checked and how it was answered", async () => {
    const testApp = await useTestApp();
    const client = await makeScimClient(testApp);
    const made = await client.send("POST", "/Users", {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      userName: "ann.smith@example.com",
      name: { givenName: "Ann", familyName: "Smith" },
      emails: [{ value: "ann.smith@example.com", type: "work", primary: true }],
      externalId: "employee-4711",
      password: "initial-secret",
      active: true,
    });
    expect(made.status).toBe(201);
    const [entry] = await readLog(testApp, client);
    expect(entry).toMatchObject({
      method: "POST",
      path: "/Users",
      token: { name: "Okta", prefix: client.token.slice(0, 15) },
      result: "success",
      status: 201,
      scimType: null,
      reason: null,
      detail: null,
      fix: null,
      received: {
        userName: ["a***@example.com"],
        "name.givenName": ["A***"],
        "emails.value": ["a***@example.com"],
        "emails.type": ["work"],
        "emails.primary": ["true"],
        externalId: ["e***"],
        password: ["***"],
        active: ["true"],
      },
    });
    expect(entry?.steps.map(({ step, result }) => `${step} ${result}`)).toEqual([
      "address passed",
      "token passed",
      "budget passed",
      "body passed",
      "content passed",
      "resource passed",
    ]);
    const stored = JSON.stringify(entry);
    for (const text of ["ann.smith", "Smith", "4711", "initial-secret", client.token])
      expect(stored).not.toContain(text);
  });

  it("says where a refused request ended, and what to change at the provider", async () => {
    const testApp = await useTestApp();
    const client = await makeScimClient(testApp);
    const userId = await client.makeUser("bob@example.com");
    const patch = await client.patch(
      `/Users/${userId}`,
      { op: "Replace", path: 'emails[type eq "work"].value', value: "new@example.com" },
      { op: "Replace", path: "urn:ietf:params:scim:schemas:core:2.0:User:title", value: "Boss" },
    );
    expect(patch.status).toBe(400);
    const [entry] = await readLog(testApp, client, { result: "refused" });
    expect(entry).toMatchObject({
      method: "PATCH",
      path: `/Users/${userId}`,
      status: 400,
      scimType: "invalidPath",
      reason: "PATH",
      received: {
        'Replace emails[type eq "work"].value': ["n***@example.com"],
        "Replace urn:ietf:params:scim:schemas:core:2.0:User:title": ["B***"],
      },
    });
    expect(entry?.steps.at(-1)).toMatchObject({ step: "content", result: "refused" });
    expect(entry?.detail).toContain("title");
    expect(entry?.fix).toContain("Delete the mapping");
    expect(entry?.requestId).toBe(patch.headers["x-request-id"]);
  });

  const user = { userName: "carl@example.com" };
  it.each([
    [
      "GET",
      '/Users?filter=userName%20eq%20"dan@example.com"',
      undefined,
      null,
      '?filter=userName eq "d***@example.com"',
    ],
    [
      "GET",
      "/Users?filter=userName%20eq%20erwin&count=7",
      undefined,
      "FILTER",
      "?filter=userName eq e***&count=7",
    ],
    [
      "GET",
      '/Groups?filter=displayName%20eq%20"Sales"',
      undefined,
      null,
      '?filter=displayName eq "Sales"',
    ],
    ["GET", `/Users/${id}`, undefined, "RESOURCE_UNKNOWN", id],
    ["GET", "/Users/fred@example.com", undefined, "RESOURCE_UNKNOWN", "/f***@example.com"],
    ["POST", "/Users", {}, "VALUE", "/Users"],
    ["POST", "/Users", user, "TAKEN", "/Users"],
    ["POST", "/Groups", { displayName: "Ops", members: [{ value: "Gina" }] }, "VALUE", "/Groups"],
    ["PATCH", `/Users/${id}`, { Operations: [{ op: "remove" }] }, "RESOURCE_UNKNOWN", id],
    ["POST", "/Bulk", {}, "ADDRESS_UNKNOWN", "/Bulk"],
    ["PUT", "/Users", {}, "METHOD_REFUSED", "/Users"],
  ] as const)("notes %s %s with the body %j as %s", async (method, path, body, reason, shown) => {
    const testApp = await useTestApp();
    const client = await makeScimClient(testApp);
    await client.makeUser("carl@example.com");
    await client.send(method, path, body);
    const [entry] = await readLog(testApp, client);
    expect(entry).toMatchObject({ method, reason });
    expect(entry?.path).toContain(shown);
    for (const text of ["dan@", "erwin", "fred", "Gina"])
      expect(JSON.stringify(entry)).not.toContain(text);
  });

  it("names the operations of a PATCH that were refused for themselves", async () => {
    const testApp = await useTestApp();
    const client = await makeScimClient(testApp);
    const path = `/Users/${await client.makeUser("hal@example.com")}`;
    const reasons: unknown[] = [];
    for (const operation of [
      { op: "remove" },
      { op: "replace", path: "userName", value: "x@example.com" },
      { op: "replace", path: "active", value: "Ingrid" },
      { op: "replace", path: 'emails[value eq "jo@example.com"].color', value: "Karl" },
    ]) {
      await client.patch(path, operation);
      const [entry] = await readLog(testApp, client);
      reasons.push(entry?.reason);
      for (const text of ["Ingrid", "jo@", "Karl"])
        expect(JSON.stringify(entry)).not.toContain(text);
    }
    expect(reasons).toEqual(["TARGET_MISSING", "PATH_OF_USER_NAME", "VALUE", "PATH"]);
  });

  it("names why a token was refused, and the token where it is one of the organization", async () => {
    const testApp = await useTestApp();
    const client = await makeScimClient(testApp);
    const other = await makeScimClient(testApp);
    const { region, id: organizationId, owner } = client.organization;
    const [made] = (await callAsOperator(testApp, region, organizationId, "listScimTokens", {}))
      .items;
    await sendWith(testApp, client, null);
    await sendWith(testApp, client, makeSecret(scimPrefix));
    await sendWith(testApp, client, owner.key);
    await sendWith(testApp, client, "password-of-the-provider");
    await sendWith(testApp, client, other.token);
    const inAddress = await sendWith(testApp, client, null, `/Users?access_token=${client.token}`);
    expect(inAddress.status).toBe(400);
    const set = (isEnabled: boolean) =>
      callAsOperator(testApp, region, organizationId, "updateScimSettings", { isEnabled });
    await set(false);
    await sendWith(testApp, client, client.token);
    await set(true);
    const { id: tokenId = "" } = made ?? {};
    await callAsOperator(testApp, region, organizationId, "revokeScimToken", { id: tokenId });
    await sendWith(testApp, client, client.token);
    const entries = await readLog(testApp, client);
    expect(
      entries.map(({ reason, token, status }) => [reason, token?.name ?? null, status]),
    ).toEqual([
      ["TOKEN_REVOKED", "Okta", 401],
      ["SCIM_DISABLED", "Okta", 401],
      ["TOKEN_IN_ADDRESS", null, 400],
      ["TOKEN_FOREIGN", null, 403],
      ["TOKEN_OF_OTHER_KIND", null, 401],
      ["TOKEN_OF_OTHER_KIND", null, 401],
      ["TOKEN_UNKNOWN", null, 401],
      ["TOKEN_MISSING", null, 401],
    ]);
    const text = JSON.stringify(entries);
    for (const secret of [client.token, other.token, owner.key, "password-of"])
      expect(text).not.toContain(secret);
    expect(await readLog(testApp, other)).toEqual([]);
  });

  it("notes an expired token, and a body that cannot be read", async () => {
    const testApp = await useTestApp();
    const client = await makeScimClient(testApp);
    const post = (payload: string, type = "application/scim+json") =>
      testApp.app.inject({
        method: "POST",
        url: `${client.base}/Users`,
        headers: { ...scimHeaders(client.token), "content-type": type },
        payload,
      });
    await post("{");
    await post("{}", "text/plain");
    await post(`{"a":"${"a".repeat(1024 * 1024)}"}`);
    await post('{"userName":"null\\u0000@example.com"}');
    const db = await testApp.cells.eu.platform.database();
    await db
      .updateTable("scimToken")
      .set({ expiresAt: new Date(0) })
      .where("organizationId", "=", client.organization.id)
      .execute();
    await post("{}");
    const entries = await readLog(testApp, client);
    expect(entries.map(({ reason }) => reason)).toEqual([
      "TOKEN_EXPIRED",
      "VALUE",
      "TOO_LARGE",
      "MEDIA_TYPE",
      "NOT_JSON",
    ]);
  });

  it("keeps the last 50 of each kind, so that none pushes out the others", async () => {
    const testApp = await useTestApp();
    const client = await makeScimClient(testApp);
    await client.send("GET", "/Users?count=0");
    await client.send("GET", `/Users/${id}`);
    for (let at = 0; at < 60; at += 1) {
      await sendWith(testApp, client, makeSecret(scimPrefix), `/Users?count=${at}`);
      if (at === 30) await readLog(testApp, client);
    }
    expect(await readLog(testApp, client, { result: "success" })).toHaveLength(1);
    const refused = await readLog(testApp, client, { result: "refused" });
    expect(refused).toHaveLength(51);
    expect(refused[0]?.path).toBe("/Users?count=59");
    expect(refused[49]?.path).toBe("/Users?count=10");
    expect(refused[50]?.reason).toBe("RESOURCE_UNKNOWN");
    for (let at = 0; at < 55; at += 1) await client.send("GET", `/Users?count=${at}`);
    const done = await readLog(testApp, client, { result: "success" });
    expect(done).toHaveLength(50);
    expect(done[0]?.path).toBe("/Users?count=54");
  });

  it("is written without being read", async () => {
    const testApp = await useTestApp();
    const client = await makeScimClient(testApp);
    await client.send("GET", "/Users");
    const db = await testApp.cells.eu.platform.database();
    const count = () =>
      db
        .selectFrom("scimRequest")
        .select("id")
        .where("organizationId", "=", client.organization.id)
        .execute();
    await expect.poll(count, { timeout: 20_000 }).toHaveLength(1);
  });

  it("belongs to one organization, and is read by those who manage its security", async () => {
    const testApp = await useTestApp();
    const client = await makeScimClient(testApp);
    const other = await makeOrganization(testApp);
    await client.send("GET", "/Users");
    const get = (key: string) =>
      request(testApp, { method: "GET", path: "/api/scim/requests", key });
    const own = await get(client.organization.owner.key);
    expect(own.body).toMatchObject({ totalCount: 1, items: [{ method: "GET", path: "/Users" }] });
    expect((await get(other.owner.key)).body).toMatchObject({ totalCount: 0, items: [] });
  });

  it("leaves out the documents that need no token, and organizations that do not exist", async () => {
    const testApp = await useTestApp();
    const client = await makeScimClient(testApp);
    await sendWith(testApp, client, null, "/ServiceProviderConfig");
    await request(testApp, { method: "GET", path: "/scim/v2/unknown/Users" });
    await request(testApp, { method: "GET", path: "/scim/v2" });
    expect(await readLog(testApp, client)).toEqual([]);
  });

  it("is kept in region us as well", async () => {
    const testApp = await useTestApp();
    const client = await makeScimClient(testApp, { region: "us" });
    await client.send("GET", "/Groups");
    const entries = await readLog(testApp, client);
    expect(entries).toMatchObject([{ method: "GET", path: "/Groups", token: { name: "Okta" } }]);
  });
});

describe("the guide of SCIM", () => {
  it("explains every reason as the log does", async () => {
    const file = new URL("../../../../../../docs/scim.md", import.meta.url);
    const text = (await readFile(file, "utf8")).replaceAll(/\s+/g, " ");
    for (const name of scimReasonNames) {
      const { title, fix } = scimReasons[name];
      expect(text).toContain(`| \`${name}\` | ${title}. | ${fix} |`);
    }
  });
});
