import { beforeAll, describe, expect, it } from "vitest";
import {
  activate,
  addPerson,
  connectSaml,
  openSsoScene,
  type SsoScene,
} from "../../features/sso/testing/sso-scene.ts";
import { openPage, submit } from "../../testing/browser.ts";
import { callAsOperator } from "../../testing/factories.ts";
import { useTestApp } from "../../testing/test-app.ts";

let scene: SsoScene;
let login: string;

const stranger = () => ({ region: "eu" as const, cookies: new Map<string, string>() });
const open = (path: string) => openPage(scene.testApp, stranger(), path);
const send = (fields: Readonly<Record<string, string>>) =>
  submit(scene.testApp, stranger(), "/sign-in", { return: "/account", ...fields });

beforeAll(async () => {
  scene = await openSsoScene(await useTestApp());
  const connection = await connectSaml(scene);
  await activate(scene, connection);
  await addPerson(scene);
  login = `/sso/saml/${connection.id}/login?return=%2Faccount`;
  const { id } = scene.organization;
  const { items } = await callAsOperator(scene.testApp, "eu", id, "listEmailDomains", {});
  const fields = { domainId: items[0]?.id ?? "", isEnforced: true, confirmLockout: true };
  await callAsOperator(scene.testApp, "eu", id, "setSsoEnforcement", fields);
});

describe("the page for sign-in of a domain that enforces single sign-on", () => {
  it("goes to the provider, and offers neither password nor passkey", async () => {
    const page = await send({ email: `ann@${scene.domain}` });
    expect(page.headers["refresh"]).toBe(`0; url=${login}`);
    expect(page.text).toContain(login);
    expect(page.text).not.toContain('type="password"');
    expect(page.text).not.toContain("passkey");
  });

  it("is the same for an address without an account", async () => {
    const known = await send({ email: `ann@${scene.domain}` });
    const unknown = await send({ email: `stranger@${scene.domain}` });
    expect(unknown).toMatchObject({ status: known.status, text: known.text });
    const direct = { direct: "1" };
    const knownDirect = await send({ email: `ann@${scene.domain}`, ...direct });
    const unknownDirect = await send({ email: `stranger@${scene.domain}`, ...direct });
    expect(unknownDirect.text.replaceAll("stranger", "ann")).toBe(knownDirect.text);
  });

  it("asks for the password of everyone who wants to sign in another way", async () => {
    expect((await open("/sign-in")).text).toContain("/sign-in?direct&amp;return=");
    expect((await open("/sign-in?direct")).text).toContain('name="direct"');
    const page = await send({ email: `ann@${scene.domain}`, direct: "1" });
    expect(page.headers["refresh"]).toBeUndefined();
    expect(page.text).toContain('type="password"');
  });

  it("says so if no connection is active", async () => {
    const { id } = scene.organization;
    const db = await scene.testApp.cells.eu.platform.database();
    await db
      .updateTable("ssoConnection")
      .set({ status: "disabled" })
      .where("organizationId", "=", id)
      .execute();
    const page = await send({ email: `ann@${scene.domain}` });
    expect(page.headers["refresh"]).toBeUndefined();
    expect(page.text).toContain("cannot be used at the moment");
    expect(page.text).toContain("Sign in another way");
  });
});
