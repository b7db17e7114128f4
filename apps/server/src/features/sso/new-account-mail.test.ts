import { expect, it, vi } from "vitest";
import { callAsOperator } from "../../testing/factories.ts";
import { startMailServer } from "../../testing/mail-server.ts";
import { buildTestApp } from "../../testing/test-app.ts";
import { makeResponse } from "./testing/saml-response.ts";
import {
  activate,
  answerTo,
  beginSaml,
  connectSaml,
  openSsoScene,
  postResponse,
} from "./testing/sso-scene.ts";

it("mails a new device to a person with an account, and not to one whose account it creates", async () => {
  const mails = await startMailServer();
  const testApp = await buildTestApp({ name: "sso_mail", mail: mails.settings });
  try {
    const scene = await openSsoScene(testApp);
    const connection = await connectSaml(scene);
    await activate(scene, connection);
    const present = `present@${scene.domain}`;
    const added = { email: present, name: "Ada", role: "member" } as const;
    await callAsOperator(testApp, "eu", scene.organization.id, "addMember", added);
    const { signInUrl, acsUrl } = connection.serviceProvider;
    // The new person first, so that a message to them would have come before the other one.
    for (const nameId of [`new@${scene.domain}`, present]) {
      const begun = await beginSaml(testApp, signInUrl);
      const xml = makeResponse(answerTo(scene, connection, begun, { nameId }));
      expect((await postResponse(testApp, acsUrl, { xml, ...begun })).status).toBe(303);
    }
    const receivers = () => mails.received.flatMap(({ to }) => to);
    await vi.waitFor(() => expect(receivers()).toContain(present), { timeout: 60_000 });
    expect(receivers()).toEqual([present]);
  } finally {
    await testApp.close();
    await mails.close();
  }
}, 180_000);
