import { afterAll, beforeAll, expect, it } from "vitest";
import { makeResponse } from "../../features/sso/testing/saml-response.ts";
import {
  activate,
  addPerson,
  answerTo,
  beginSaml,
  connectSaml,
  openSsoScene,
  postResponse,
} from "../../features/sso/testing/sso-scene.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";
import type { PortalServer } from "./portal-server.ts";
import {
  createReaderBrowser,
  openReaderScene,
  portalOrigin,
  startTestPortal,
} from "./readers.testing.ts";

let testApp: TestApp;
let portal: PortalServer;

beforeAll(async () => {
  testApp = await useTestApp();
  portal = await startTestPortal(testApp);
});
afterAll(() => portal.close());

it("documentation of an organization that enforces single sign-on opens by its identity provider alone", async () => {
  const sso = await openSsoScene(testApp);
  const { organization } = sso;
  const connection = await connectSaml(sso);
  const ann = await addPerson(sso);
  await activate(sso, connection);
  const scene = await openReaderScene("internal", { organization });
  const db = await testApp.cells.eu.platform.database();
  await db
    .updateTable("emailDomain")
    .set({ enforcedAt: new Date() })
    .where("organizationId", "=", organization.id)
    .execute();
  const page = `${scene.base}/guide/use`;

  const before = createReaderBrowser(testApp, portal);
  await before.pages.signIn(ann.userId);
  const refused = await before.open(page);
  expect(refused.status).toBe(401);
  expect(refused.text).toContain("SSO_REQUIRED");
  expect(refused.text).not.toContain("Handbook");

  const browser = createReaderBrowser(testApp, portal);
  const asked = await browser.open(page);
  const target = new URL(asked.trail.at(-1) ?? "").searchParams.get("return") ?? "";
  const offered = await browser.pages.post("/sign-in", { return: target, email: ann.email });
  const [, login = ""] = /href="([^"]*\/login\?return=[^"]*)"/.exec(offered.text) ?? [];
  const begun = await beginSaml(testApp, `http://localhost${login.replaceAll("&amp;", "&")}`);
  const xml = makeResponse(answerTo(sso, connection, begun));
  const answer = await postResponse(testApp, connection.serviceProvider.acsUrl, { xml, ...begun });
  expect(answer.headers["location"]).toBe(target);
  browser.pages.keepCookies(answer.headers["set-cookie"]);
  const { location } = await browser.pages.get(target);
  const shown = await browser.open((location ?? "").slice(portalOrigin.length));
  expect(shown.trail.at(-1)).toBe(portalOrigin + page);
  expect(shown.text).toContain("Zebras");
});
