import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { signInAs, submit } from "../../testing/browser.ts";
import {
  callAsOperator,
  makeMember,
  makeOrganization,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { startMailServer, type MailServer, type ReceivedMail } from "../../testing/mail-server.ts";
import { makePasskeyDevice } from "../../testing/passkey-device.ts";
import { makeScimClient } from "../../testing/scim-client.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { nameDevice, nameNetwork } from "./device-name.ts";

const password = "a sentence that is long enough";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const chrome =
  "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";
let mails: MailServer;
let testApp: TestApp;
let organization: MadeOrganization;

beforeAll(async () => {
  mails = await startMailServer();
  testApp = await buildTestApp({
    name: "mail",
    mail: mails.settings,
    trustedProxies: ["127.0.0.1/32"],
  });
  organization = await makeOrganization(testApp);
}, 120_000);

afterAll(async () => {
  await testApp.close();
  await mails.close();
});

const mailsTo = (email: string) => mails.received.filter(({ to }) => to.includes(email));

/** The message with a subject, once it has arrived. */
const mailTo = (email: string, subject: string): Promise<ReceivedMail> =>
  vi.waitFor(
    () => {
      const found = mailsTo(email).findLast(({ source }) => source.includes(`Subject: ${subject}`));
      if (found === undefined) throw new Error(`${email} got no message: ${subject}`);
      return found;
    },
    { timeout: 60_000, interval: 100 },
  );

const newDevice = "A new device signed in to your account";
const newDevicesOf = (email: string) =>
  mailsTo(email).filter(({ source }) => source.includes(newDevice)).length;

async function signIn(email: string, device: string, address: string) {
  const jar = { region: "eu", cookies: new Map<string, string>() } as const;
  const headers = { "user-agent": device, "x-forwarded-for": address };
  return submit(testApp, jar, "/sign-in/password", { email, password }, headers);
}

describe("a sign-in", () => {
  it("on a new device is mailed, with device, network and what to do; the next one there is not", async () => {
    const member = await makeMember(testApp, organization, "member");
    await signInAs(testApp, organization, member, password);
    await mailTo(member.email, newDevice);
    const before = newDevicesOf(member.email);
    expect((await signIn(member.email, firefox, "203.0.113.7")).status).toBe(303);
    const mail = await vi.waitFor(
      () => {
        const found = mailsTo(member.email).find(({ source }) => source.includes("Firefox"));
        if (found === undefined) throw new Error("No message of Firefox arrived.");
        return found;
      },
      { timeout: 60_000, interval: 100 },
    );
    expect(mail.source).toContain("Device: Firefox on Linux");
    expect(mail.source).toContain("Network address: 203.0.113.x (approximate)");
    expect(mail.source).toContain("Signed in with: password");
    expect(mail.source).toContain("\r\nhttp://localhost/account");
    expect(mail.source).toContain('<a href="http://localhost/account">');
    expect(mail.source).not.toContain("203.0.113.7");
    // The same browser in the same network, and then another one: only the other one is mailed.
    expect((await signIn(member.email, firefox, "203.0.113.99")).status).toBe(303);
    expect((await signIn(member.email, chrome, "203.0.113.7")).status).toBe(303);
    await vi.waitFor(
      () => {
        if (!mailsTo(member.email).some(({ source }) => source.includes("Chrome on Windows")))
          throw new Error("No message of Chrome arrived.");
      },
      { timeout: 60_000, interval: 100 },
    );
    expect(newDevicesOf(member.email)).toBe(before + 2);
  }, 180_000);

  it("is not mailed where it is wrong", async () => {
    const member = await makeMember(testApp, organization, "member");
    expect((await signIn(member.email, firefox, "198.51.100.1")).status).not.toBe(303);
    expect(mailsTo(member.email)).toEqual([]);
  });

  it("succeeds at once where the mail server is gone", async () => {
    const settings = { ...mails.settings, url: "smtp://127.0.0.1:9" };
    const other = await buildTestApp({ name: "no_mail", mail: settings });
    try {
      const own = await makeOrganization(other);
      const browser = await signInAs(other, own, own.owner, password);
      expect(browser.session()).toMatch(/^svc_/);
    } finally {
      await other.close();
    }
  }, 120_000);
});

describe("a new passkey", () => {
  it("is mailed with its name, its device and what to do", async () => {
    const { email, userId } = await makeMember(testApp, organization, "member");
    const browser = await signInAs(testApp, organization, { email, userId }, password);
    const device = makePasskeyDevice();
    const options = await submit(testApp, browser, "/account/passkeys/options", {});
    const response = device.register(options.text);
    const name = "Key <b>& co";
    const added = await submit(testApp, browser, "/account/passkeys", { name, response });
    expect(added.status).toBe(303);
    const mail = await mailTo(email, "A passkey was added to your account");
    expect(mail.source).toContain(`The passkey "${name}" can now sign in`);
    expect(mail.source).toContain("Key &lt;b&gt;&amp; co");
    expect(mail.source).toContain("Network address: 127.0.0.x (approximate)");
    expect(mail.source).toContain("http://localhost/account");
  }, 120_000);
});

describe("a changed address", () => {
  it("is mailed to the former one", async () => {
    const domain = `${randomUUID().slice(0, 8)}.example`;
    const own = await makeOrganization(testApp);
    await callAsOperator(testApp, "eu", own.id, "confirmEmailDomain", { domain });
    const scim = await makeScimClient(testApp, { organization: own });
    const [before, after] = [`ada@${domain}`, `ada.l@${domain}`];
    const id = await scim.makeUser(before);
    const value = [{ value: after, primary: true }];
    const changed = await scim.patch(`/Users/${id}`, { op: "replace", path: "emails", value });
    expect(changed.status).toBe(200);
    const mail = await mailTo(before, "Your address to sign in has changed");
    expect(mail.source).toContain(`New address: ${after}`);
    expect(mailsTo(after)).toEqual([]);
  }, 120_000);
});

describe("a device", () => {
  it.each([
    [firefox, "Firefox on Linux"],
    [chrome, "Chrome on Windows"],
    ["curl/8.0", "curl/8.0"],
    ["", "Unknown device"],
  ])("%j is named %s", (device, name) => {
    expect(nameDevice(device)).toBe(name);
  });

  it.each([
    ["203.0.113.7", "203.0.113.x"],
    ["::ffff:203.0.113.7", "203.0.113.x"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"],
    ["2001:db8::1", "2001:db8:0:0::"],
    ["::1", "0:0:0:0::"],
    ["", "unknown"],
  ])("at %j is in the network %s", (address, network) => {
    expect(nameNetwork(address)).toBe(network);
  });
});
