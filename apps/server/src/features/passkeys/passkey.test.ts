import { describe, expect, it } from "vitest";
import { openPage, signInAs, submit, type Browser } from "../../testing/browser.ts";
import { makeOrganization, type MadeOrganization } from "../../testing/factories.ts";
import { makePasskeyDevice, type PasskeyDevice, type Wrong } from "../../testing/passkey-device.ts";
import { request } from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";

const password = "a sentence that is long enough";

const stranger = (region: "eu" | "us" = "eu"): Browser => {
  const cookies = new Map<string, string>();
  const session = () => cookies.get(`__Host-lintel-${region}`) ?? "";
  return { region, cookies, header: () => "", session };
};

const pathIn = (region: string, path: string) => (region === "us" ? `/us${path}` : path);

/** A person who has a passkey. */
interface Owner {
  readonly organization: MadeOrganization;
  readonly browser: Browser;
  readonly device: PasskeyDevice;
}

async function makeOwner(testApp: TestApp, region: "eu" | "us" = "eu"): Promise<Owner> {
  const organization = await makeOrganization(testApp, { region });
  const browser = await signInAs(testApp, organization, organization.owner, password);
  const device = makePasskeyDevice();
  const added = await register(testApp, browser, device);
  expect(added.status).toBe(303);
  return { organization, browser, device };
}

async function challenge(testApp: TestApp, browser: Browser, path: string): Promise<string> {
  const answer = await submit(testApp, browser, `${pathIn(browser.region, path)}/options`, {});
  expect(answer.status).toBe(200);
  return answer.text;
}

async function register(testApp: TestApp, browser: Browser, device: PasskeyDevice, wrong?: Wrong) {
  const response = device.register(await challenge(testApp, browser, "/account/passkeys"), wrong);
  const path = pathIn(browser.region, "/account/passkeys");
  return submit(testApp, browser, path, { name: "My key", response });
}

async function signIn(
  testApp: TestApp,
  device: PasskeyDevice,
  wrong: Wrong = {},
  fields: Readonly<Record<string, string>> = {},
  browser = stranger(),
) {
  const options = await challenge(testApp, browser, "/sign-in/passkey");
  const path = pathIn(browser.region, "/sign-in/passkey");
  const response = device.signIn(options, wrong);
  const answer = await submit(testApp, browser, path, { response, ...fields });
  return { ...answer, browser, response };
}

async function listOf(testApp: TestApp, browser: Browser) {
  const { region } = browser;
  const wanted = { method: "GET", path: "/api/passkeys", session: browser.session() } as const;
  const { body } = await request(testApp, { ...wanted, region });
  return body["items"] as unknown as { id: string; name: string; lastUsedAt: string | null }[];
}

async function eventsOf(testApp: TestApp, { organization }: Owner): Promise<string[]> {
  const key = organization.owner.key;
  const { body } = await request(testApp, { method: "GET", path: "/api/audit-log?take=50", key });
  return (body["items"] as unknown as { event: string }[]).map(({ event }) => event);
}

describe("a passkey", () => {
  it.each(["eu", "us"] as const)("signs its person in, in region %s", async (region) => {
    const testApp = await useTestApp();
    const { organization, browser, device } = await makeOwner(testApp, region);
    expect(await listOf(testApp, browser)).toMatchObject([{ name: "My key", lastUsedAt: null }]);
    const visitor = stranger(region);
    const signedIn = await signIn(testApp, device, {}, {}, visitor);
    expect(signedIn.status).toBe(303);
    expect(signedIn.headers["location"]).toBe(pathIn(region, "/account"));
    const account = await openPage(testApp, visitor, pathIn(region, "/account"));
    expect(account.text).toContain(organization.owner.email);
    const sessions = await request(testApp, {
      method: "GET",
      path: "/api/sessions",
      region,
      session: visitor.session(),
    });
    const items = sessions.body["items"] as unknown as { method: string; isCurrent: boolean }[];
    expect(items.find(({ isCurrent }) => isCurrent)?.method).toBe("passkey");
    const [used] = await listOf(testApp, visitor);
    expect(used?.lastUsedAt).not.toBeNull();
  });

  it("is accepted after the address of its own account only", async () => {
    const testApp = await useTestApp();
    const { organization, device } = await makeOwner(testApp);
    const other = await makeOwner(testApp);
    const own = { email: organization.owner.email.toUpperCase(), return: "/docs" };
    const signedIn = await signIn(testApp, device, {}, own);
    expect([signedIn.status, signedIn.headers["location"]]).toEqual([303, "/docs"]);
    const foreign = { email: other.organization.owner.email };
    expect((await signIn(testApp, device, {}, foreign)).status).toBe(401);
    expect((await signIn(testApp, device, {}, { email: "x@example.com" })).status).toBe(401);
  });

  it.each<[string, Wrong]>([
    ["another origin", { origin: "https://evil.example" }],
    ["another port", { origin: "http://localhost:1" }],
    ["another host", { host: "evil.example" }],
    ["a challenge of its own", { challenge: Buffer.alloc(32).toString("base64url") }],
    ["a person who did not unlock it", { isUnverified: true }],
    ["another account's handle", { userHandle: Buffer.alloc(36, "0").toString("base64url") }],
    ["a passkey that is not registered", { credentialId: "AAAA" }],
  ])("is refused with %s", async (_, wrong) => {
    const testApp = await useTestApp();
    const { device } = await makeOwner(testApp);
    const refused = await signIn(testApp, device, wrong);
    expect(refused.status).toBe(401);
    expect(refused.text).toContain("The passkey was not accepted.");
    expect(refused.browser.cookies.size).toBe(0);
    expect((await signIn(testApp, device)).status).toBe(303);
  });

  it("is refused with the passkey of another person", async () => {
    const testApp = await useTestApp();
    const [victim, thief] = [await makeOwner(testApp), await makeOwner(testApp)];
    const { credentialId } = victim.device;
    expect((await signIn(testApp, thief.device, { credentialId })).status).toBe(401);
    const copied = await register(testApp, thief.browser, makePasskeyDevice(), { credentialId });
    expect(copied.status).toBe(400);
    const [own] = await listOf(testApp, victim.browser);
    const removed = await request(testApp, {
      method: "DELETE",
      path: `/api/passkeys/${own?.id ?? ""}`,
      session: thief.browser.session(),
    });
    expect(removed.status).toBe(404);
    expect((await signIn(testApp, victim.device)).status).toBe(303);
  });

  it("uses a challenge once, also one whose answer was refused", async () => {
    const testApp = await useTestApp();
    const { device } = await makeOwner(testApp);
    const { status, response } = await signIn(testApp, device);
    expect(status).toBe(303);
    const replayed = await submit(testApp, stranger(), "/sign-in/passkey", { response });
    expect(replayed.status).toBe(401);
    const options = await challenge(testApp, stranger(), "/sign-in/passkey");
    for (const wrong of [{ origin: "https://evil.example" }, {}]) {
      const again = { response: device.signIn(options, wrong) };
      expect((await submit(testApp, stranger(), "/sign-in/passkey", again)).status).toBe(401);
    }
  });

  it("is refused once its counter goes back, because it was copied", async () => {
    const testApp = await useTestApp();
    const { device } = await makeOwner(testApp);
    expect((await signIn(testApp, device, { counter: 10 })).status).toBe(303);
    expect((await signIn(testApp, device, { counter: 10 })).status).toBe(401);
    expect((await signIn(testApp, device, { counter: 9 })).status).toBe(401);
    expect((await signIn(testApp, device, { counter: 11 })).status).toBe(303);
  });

  it("is renamed and removed, and refused afterwards", async () => {
    const testApp = await useTestApp();
    const owner = await makeOwner(testApp);
    const { browser, device } = owner;
    const [{ id } = { id: "" }] = await listOf(testApp, browser);
    const renamed = await submit(testApp, browser, "/account/passkeys/rename", { id, name: "Old" });
    expect(renamed.status).toBe(303);
    expect(await listOf(testApp, browser)).toMatchObject([{ name: "Old" }]);
    expect((await submit(testApp, browser, "/account/passkeys/remove", { id })).status).toBe(303);
    expect(await listOf(testApp, browser)).toEqual([]);
    expect((await signIn(testApp, device)).status).toBe(401);
    expect((await eventsOf(testApp, owner)).slice(0, 3)).toEqual([
      "passkey.removed",
      "passkey.renamed",
      "passkey.added",
    ]);
  });

  it("is registered with a challenge of the person's own, on this origin", async () => {
    const testApp = await useTestApp();
    const { browser } = await makeOwner(testApp);
    const other = await makeOwner(testApp);
    for (const wrong of [{ origin: "https://evil.example" }, { isUnverified: true }] as const) {
      const refused = await register(testApp, browser, makePasskeyDevice(), wrong);
      expect(refused.status).toBe(400);
      expect(refused.text).toContain("The passkey was not accepted.");
    }
    const foreign = await challenge(testApp, other.browser, "/account/passkeys");
    const fields = { name: "Mine", response: makePasskeyDevice().register(foreign) };
    const refused = await submit(testApp, browser, "/account/passkeys", fields);
    expect(refused.status).toBe(400);
    const nothing = { name: "Mine", response: "{" };
    expect((await submit(testApp, browser, "/account/passkeys", nothing)).status).toBe(400);
    expect(await listOf(testApp, browser)).toHaveLength(1);
  });

  it("cannot be added by a key, by another origin, or without a session", async () => {
    const testApp = await useTestApp();
    const { organization, browser } = await makeOwner(testApp);
    const [{ id } = { id: "" }] = await listOf(testApp, browser);
    const removed = await request(testApp, {
      method: "DELETE",
      path: `/api/passkeys/${id}`,
      key: organization.owner.key,
    });
    expect(removed).toMatchObject({ status: 401, body: { code: "SIGN_IN_REQUIRED" } });
    const path = "/account/passkeys/options";
    const foreign = { origin: "https://evil.example" };
    expect((await submit(testApp, browser, path, {}, foreign)).status).toBe(403);
    expect((await submit(testApp, stranger(), path, {})).status).toBe(401);
  });
});
