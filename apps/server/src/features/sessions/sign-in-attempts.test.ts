import { createHook } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { makeOrganization } from "../../testing/factories.ts";
import { signInAs, submit } from "../../testing/browser.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";

const password = "a sentence that is long enough";

/** The status of a sign-in from an address. */
async function signInFrom(
  { app }: TestApp,
  remoteAddress: string,
  fields: { readonly email: string; readonly password: string },
): Promise<number> {
  const answer = await app.inject({
    method: "POST",
    url: "/sign-in/password",
    remoteAddress,
    headers: {
      host: "localhost",
      origin: "http://localhost",
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: new URLSearchParams(fields).toString(),
  });
  return answer.statusCode;
}

/** How many hashes of passwords Node begins during a step. */
async function countHashes(step: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init(_, type) {
      if (type === "ARGON2REQUEST") count += 1;
    },
  }).enable();
  try {
    await step();
  } finally {
    hook.disable();
  }
  return count;
}

describe("a person whose account others try to open", () => {
  it("signs in from an address that they used before, and from no other until the attempts are old", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    const { email } = organization.owner;
    await signInAs(testApp, organization, organization.owner, password);
    const right = { email, password };
    expect(await signInFrom(testApp, "192.0.2.1", right)).toBe(303);
    const wrong = { email, password: "a guess of somebody else" };
    const statuses = new Map<number, number>();
    // Ten attempts are possible from one address, and 100 from all that the person did not use before:
    // the sign-in above was one of them.
    for (let at = 0; at < 100; at += 1) {
      const status = await signInFrom(testApp, `198.51.100.${1 + (at % 11)}`, wrong);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(statuses).toEqual(
      new Map([
        [401, 99],
        [429, 1],
      ]),
    );
    expect(await signInFrom(testApp, "203.0.113.9", right)).toBe(429);
    expect(await signInFrom(testApp, "192.0.2.1", right)).toBe(303);
  });
});

describe("an unknown address", () => {
  it("costs one hash, as a known one with a wrong or a right password", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    const { email } = organization.owner;
    await signInAs(testApp, organization, organization.owner, password);
    const costOf = (fields: { email: string; password: string }) =>
      countHashes(async () => {
        const browser = { cookies: new Map<string, string>(), region: "eu" as const };
        await submit(testApp, browser, "/sign-in/password", fields);
      });
    const unknown = `${randomBytes(4).toString("hex")}@example.com`;
    expect(await costOf({ email: unknown, password })).toBe(1);
    expect(await costOf({ email, password: "not this sentence at all" })).toBe(1);
    expect(await costOf({ email, password })).toBe(1);
  });
});
