import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, expectTypeOf, it } from "vitest";
import { makeOrganization } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { useTestApp } from "../../testing/test-app.ts";
import { createOperator } from "./operator.ts";
import type { Principal } from "./principal.ts";

const sources = path.join(import.meta.dirname, "../..");

/** The text of every source file outside this folder, by its path. */
async function readOthers(): Promise<Map<string, string>> {
  const files = await readdir(sources, { recursive: true });
  const others = files.filter(
    (file) =>
      file.endsWith(".ts") &&
      !/\.(test|testing)\.ts$|^testing\//.test(file) &&
      !file.startsWith("platform/credentials/"),
  );
  const texts = others.map(async (file) => await readFile(path.join(sources, file), "utf8"));
  const read = await Promise.all(texts);
  return new Map(others.map((file, at) => [file, read[at] ?? ""]));
}

/** Code that distinguishes kinds of callers. */
const comparison =
  /\bkind [!=]== "(operator|key|stagingToken|session|grant|scimToken)"|\bisStaging\b|\bactor\.type [!=]==|startsWith\((key|staging|scim|session|oauth)Prefix\)/g;

describe("the kind of a caller", () => {
  it("is compared nowhere outside the credentials", async () => {
    const others = await readOthers();
    expect(others.size).toBeGreaterThan(300);
    const compared = [...others].flatMap(([file, text]) =>
      Array.from(text.matchAll(comparison), ([found]) => `${file}: ${found}`),
    );
    expect(compared).toEqual([]);
  });

  it("is named outside the credentials only by transports, and where keys are made", async () => {
    const others = await readOthers();
    const named = [...others].flatMap(([file, text]) =>
      Array.from(
        text.matchAll(/credentials\/(api-key|staging-token|operator|stored-key)\.ts"/g),
        ([, kind]) => `${file}: ${kind}`,
      ),
    );
    expect(named.sort()).toEqual([
      "transports/admin/admin-call.ts: operator",
      "transports/rest/challenge.ts: api-key",
    ]);
  });

  it("is no member of a principal, and does not show in the members that it has", async () => {
    expectTypeOf<Principal>().not.toHaveProperty("kind");
    const testApp = await useTestApp();
    const { owner } = await makeOrganization(testApp);
    const minted = await request(testApp, {
      method: "POST",
      path: "/api/staging-tokens",
      key: owner.key,
      body: { name: "agent" },
    });
    expect(minted.status).toBe(201);
    const { principals } = testApp.cells.eu.platform;
    const byKey = await principals.resolve(owner.key, null);
    const byToken = await principals.resolve(String(minted.body["token"]), null);
    const members = Object.keys(byKey.principal).sort();
    expect(members.length).toBeGreaterThan(10);
    expect(Object.keys(byToken.principal).sort()).toEqual(members);
    expect(Object.keys(createOperator("tester")).sort()).toEqual(members);
  });
});

describe("a principal", () => {
  it("of a key belongs to one organization", async () => {
    const testApp = await useTestApp();
    const [own, other] = [await makeOrganization(testApp), await makeOrganization(testApp)];
    const { principal } = await testApp.cells.eu.platform.principals.resolve(own.owner.key, null);
    expect(principal.forOrganization(own.id)).toBe(principal);
    expect(() => principal.forOrganization(other.id)).toThrow(
      expect.objectContaining({ code: "NOT_FOUND" }),
    );
  });

  it("of the operator has no organization until one is named", () => {
    const operator = createOperator("tester");
    expect(operator.organizationId).toBeNull();
    expect(operator.forOrganization("other")).toMatchObject({
      organizationId: "other",
      actor: { type: "operator", name: "tester" },
    });
  });
});
