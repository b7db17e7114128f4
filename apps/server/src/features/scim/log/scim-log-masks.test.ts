import { describe, expect, it, vi } from "vitest";
import type { ScimRequest } from "@lintel/contract/shapes/scim";
import { callAsOperator } from "../../../testing/factories.ts";
import { request } from "../../../testing/request.ts";
import { makeScimClient, scimHeaders, type ScimClient } from "../../../testing/scim-client.ts";
import { useTestApp, type TestApp } from "../../../testing/test-app.ts";

async function readLog(
  testApp: TestApp,
  { organization: { region, id } }: ScimClient,
  input: { result?: "refused" } = {},
): Promise<ScimRequest[]> {
  const page = await callAsOperator(testApp, region, id, "listScimRequests", {
    take: 100,
    ...input,
  });
  return page.items;
}

describe("the masks of the log of SCIM requests", () => {
  it("keeps nothing of a body that is not JSON, but the place of the fault", async () => {
    const testApp = await useTestApp();
    const client = await makeScimClient(testApp);
    const details: unknown[] = [];
    for (const payload of [
      '{"password":S3cr3tPw!}',
      '{"userName":"ann","password":"S3cr3tPw!" "x":1}',
      '{"password":"S3cr3tPw!","a":"in JSON at position 7.',
    ]) {
      await testApp.app.inject({
        method: "POST",
        url: `${client.base}/Users`,
        headers: { ...scimHeaders(client.token), "content-type": "application/scim+json" },
        payload,
      });
      const [entry] = await readLog(testApp, client);
      expect(JSON.stringify(entry)).not.toMatch(/S3c|Pw!|ann/);
      details.push(entry?.detail);
    }
    expect(details).toEqual([
      "The body is not JSON.",
      "The body is not JSON: position 41.",
      "The body is not JSON: position 51.",
    ]);
  });

  it("masks details and paths of refused requests", async () => {
    const testApp = await useTestApp();
    const client = await makeScimClient(testApp);
    const userId = await client.makeUser("bob@example.com");
    const group = await client.send("POST", "/Groups", { displayName: "Ops" });
    const groupPath = `/Groups/${String(group.body["id"])}`;
    await client.send("GET", "/Xavier/Lastname");
    await client.send("PUT", "/Groups/Xavier/Lastname", {});
    await client.send("PATCH", "/Users", {});
    await client.patch(`/Users/${userId}`, {
      op: "replace",
      value: { 'emails[value eq "Xavier"].value': "Lastname", Lastname: 1 },
    });
    await client.patch(groupPath, { op: "remove", path: 'members[display eq "Xavier"]' });
    await client.patch(groupPath, { op: "Xavier Lastname", path: "members[display eq Xavier]" });
    await client.send("GET", '/Groups?filter=members[display eq "Xavier"]&count=Lastname');
    await client.send("GET", '/Users?filter=Lastname eq "Xavier"&attributes=userName,Lastname');
    const entries = await readLog(testApp, client, { result: "refused" });
    expect(entries).toHaveLength(8);
    expect(JSON.stringify(entries)).not.toMatch(/avier|astname/);
    expect(entries.map(({ path }) => path)).toEqual([
      '/Users?filter=L*** eq "X***"&attributes=userName,L***',
      '/Groups?filter=members[display eq "X***"]&count=L***',
      groupPath,
      groupPath,
      `/Users/${userId}`,
      "/Users",
      "/Groups/X***/L***",
      "/X***/L***",
    ]);
  });

  it("masks a request of an organization that exists, and no other", async () => {
    const testApp = await useTestApp();
    const client = await makeScimClient(testApp);
    const marker = "zq".repeat(4000);
    const replaced: string[] = [];
    const replace = RegExp.prototype[Symbol.replace];
    const spy = vi.spyOn(RegExp.prototype, Symbol.replace).mockImplementation(function count(
      this: RegExp,
      text: string,
      by: (part: string) => string,
    ) {
      if (text.includes("zqzq")) replaced.push(text);
      return replace.call(this, text, by);
    });
    try {
      const send = (slug: string) =>
        request(testApp, {
          method: "GET",
          path: `/scim/v2/${slug}/Users?attributes=${marker}&filter=${marker}`,
        });
      await send("invented");
      await readLog(testApp, client);
      expect(replaced).toEqual([]);
      await send(client.base.split("/").at(-1) ?? "");
      const [entry] = await readLog(testApp, client);
      expect(entry?.path).toBe("/Users?filter=z***&attributes=z***");
      expect(replaced.length).toBeGreaterThan(0);
      expect(Math.max(...replaced.map(({ length }) => length))).toBeLessThanOrEqual(500);
    } finally {
      spy.mockRestore();
    }
  });
});
