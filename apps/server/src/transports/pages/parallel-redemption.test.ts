import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPage, signInAs, submit } from "../../testing/browser.ts";
import {
  callAsOperator,
  makeOrganization,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { registerTestClient } from "../../testing/oauth-client.ts";
import { createBrowser } from "../../testing/page-browser.ts";
import { request } from "../../testing/request.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { makeSharedDatabase } from "../../testing/test-database.ts";

// Everything that works once is sent six times at the same time, to two nodes where there is a server.

const password = "a sentence that is long enough";
const atOnce = 6;
const nodes: TestApp[] = [];

beforeAll(async () => {
  const sharedLocation = await makeSharedDatabase("redemption");
  const options = sharedLocation === null ? {} : { sharedLocation };
  for (const name of sharedLocation === null ? ["once"] : ["once_first", "once_second"])
    nodes.push(await buildTestApp({ name, ...options, publicOrigin: () => "http://localhost" }));
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
});

function first(): TestApp {
  const [node] = nodes;
  if (node === undefined) throw new Error("There is no node.");
  return node;
}

const stranger = () => ({ region: "eu" as const, cookies: new Map<string, string>() });

/** How many of the answers have the status of a success. */
async function countOf(
  success: number,
  send: (node: TestApp) => Promise<{ readonly status: number }>,
): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: atOnce }, (_, at) => send(nodes[at % nodes.length] ?? first())),
  );
  return answers.filter(({ status }) => status === success).length;
}

async function linkOf(
  { id, owner }: MadeOrganization,
  operation: "makeSignInLink" | "makePasswordReset",
): Promise<string> {
  const { userId } = owner;
  const { link } = await callAsOperator(first(), "eu", id, operation, { userId });
  return new URL(link).pathname;
}

/** Enables a second factor; returns its secret and a recovery code. */
async function setUpSecondFactor(organization: MadeOrganization) {
  const browser = await signInAs(first(), organization, organization.owner, password);
  const shown = await submit(first(), browser, "/account/second-factor", {});
  const secret = /<code>([^<]+)<\/code>/.exec(shown.text)?.[1]?.replaceAll(" ", "") ?? "";
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const path = "/account/second-factor/enable";
  const enabled = await submit(first(), browser, path, { code: totp.generate() });
  const [recovery = ""] = /[\w]{4}-[\w]{4}-[\w]{4}-[\w]{4}/.exec(enabled.text) ?? [];
  return { totp, recovery };
}

/** A step that was begun by the right password, for each attempt. */
async function beginSteps({ owner: { email } }: MadeOrganization): Promise<string[]> {
  const steps: string[] = [];
  for (let at = 0; at < atOnce; at += 1) {
    const asked = await submit(first(), stranger(), "/sign-in/password", { email, password });
    const [, step = ""] = /name="step" value="([^"]+)"/.exec(asked.text) ?? [];
    expect(step).not.toBe("");
    steps.push(step);
  }
  return steps;
}

describe("of simultaneous uses, one succeeds:", () => {
  it("a link of the operator to sign in", async () => {
    const path = await linkOf(await makeOrganization(first()), "makeSignInLink");
    expect(await countOf(303, (node) => openPage(node, stranger(), path))).toBe(1);
  });

  it("a link for a new password", async () => {
    const path = await linkOf(await makeOrganization(first()), "makePasswordReset");
    expect(await countOf(303, (node) => submit(node, stranger(), path, { password }))).toBe(1);
  });

  it("an invitation", async () => {
    const { owner } = await makeOrganization(first());
    const email = `invited-${randomBytes(5).toString("hex")}@example.com`;
    const call = { method: "POST", path: "/api/invitations", key: owner.key } as const;
    const made = await request(first(), { ...call, body: { email, role: "member" } });
    const path = new URL(String(made.body["link"])).pathname;
    const fields = { name: "Ines", password };
    expect(await countOf(303, (node) => submit(node, stranger(), path, fields))).toBe(1);
  });

  it.each(["a code of an app", "a recovery code"])("%s", async (name) => {
    const organization = await makeOrganization(first());
    const { totp, recovery } = await setUpSecondFactor(organization);
    // The code of the present step was used to enable it.
    const next = totp.generate({ timestamp: Date.now() + 30_000 });
    const code = name === "a recovery code" ? recovery : next;
    const steps = await beginSteps(organization);
    const attempt = (node: TestApp) =>
      submit(node, stranger(), "/sign-in/code", { step: steps.pop() ?? "", code });
    expect(await countOf(303, attempt)).toBe(1);
  });

  it("a step after a password", async () => {
    const organization = await makeOrganization(first());
    const { totp } = await setUpSecondFactor(organization);
    const [step = ""] = await beginSteps(organization);
    const code = totp.generate({ timestamp: Date.now() + 30_000 });
    const attempt = async (node: TestApp) => {
      const { status, headers } = await submit(node, stranger(), "/sign-in/code", { step, code });
      // A step that is over leads back to the page for sign-in.
      const isIn = status === 303 && headers["location"] === "/account";
      return { status: isIn ? 200 : 401 };
    };
    expect(await countOf(200, attempt)).toBe(1);
  });

  it("a code of a device", async () => {
    const organization = await makeOrganization(first());
    const grantType = "urn:ietf:params:oauth:grant-type:device_code";
    const metadata = { redirect_uris: [], grant_types: [grantType] };
    const client = await registerTestClient(first(), "eu", metadata);
    const begun = await first().app.inject({
      method: "POST",
      url: "/oauth/device/authorize",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: `client_id=${client.clientId}&scope=specs:read`,
    });
    const codes = JSON.parse(begun.payload) as { device_code: string; user_code: string };
    const browser = createBrowser(first());
    await browser.signIn(organization.owner.userId);
    const form = { userCode: codes.user_code, organization: organization.slug };
    await browser.post("/oauth/device", { ...form, decision: "allow", permission: "specs:read" });
    const exchange = async (node: TestApp) => {
      const { statusCode: status } = await node.app.inject({
        method: "POST",
        url: "/oauth/token",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams({
          client_id: client.clientId,
          grant_type: grantType,
          device_code: codes.device_code,
        }).toString(),
      });
      return { status };
    };
    expect(await countOf(200, exchange)).toBeLessThanOrEqual(1);
    // A second use is a sign of theft, which ends the grant.
    expect(await countOf(200, exchange)).toBe(0);
  });
});
