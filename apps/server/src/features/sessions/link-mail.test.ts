import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { makeOrganization } from "../../testing/factories.ts";
import { submit } from "../../testing/browser.ts";
import { startMailServer, type MailServer } from "../../testing/mail-server.ts";
import { request } from "../../testing/request.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";

const password = "a sentence that is long enough";
const origin = "https://lintel.example.com";
const page = { host: "lintel.example.com", origin };
let mails: MailServer;
let testApp: TestApp;

beforeAll(async () => {
  mails = await startMailServer();
  testApp = await buildTestApp({
    name: "link-mail",
    mail: mails.settings,
    publicOrigin: () => origin,
  });
}, 120_000);

afterAll(async () => {
  await testApp.close();
  await mails.close();
});

const browser = () => ({ region: "eu" as const, cookies: new Map<string, string>() });
const textsTo = (email: string) =>
  mails.received.filter(({ to }) => to.includes(email)).map(({ source }) => source);
const linkIn = (text: string | undefined): string => /https?:\/\/\S+/.exec(text ?? "")?.[0] ?? "";

function receive(email: string, count: number): Promise<string[]> {
  return vi.waitFor(
    () => {
      const texts = textsTo(email);
      if (texts.length < count) throw new Error(`${email} got ${texts.length} messages`);
      return texts;
    },
    { timeout: 60_000, interval: 50 },
  );
}

it("mails a link for a new password to the address of the account, at the public origin", async () => {
  const { owner } = await makeOrganization(testApp);
  const forwarded = { "x-forwarded-host": "evil.example", forwarded: "host=evil.example" };
  const poisoned = { host: "evil.example", origin: "https://evil.example" };
  for (const headers of [{ ...page, ...forwarded }, poisoned]) {
    const email = owner.email.toUpperCase();
    expect((await submit(testApp, browser(), "/reset", { email }, headers)).status).toBe(200);
  }
  for (const text of await receive(owner.email, 2)) {
    expect(linkIn(text)).toMatch(/^https:\/\/lintel\.example\.com\/reset\/svc_code_\w+$/);
    expect(text).not.toContain("evil.example");
  }
});

it("mails five links to one address in an hour, and says the same of each request", async () => {
  const [one, other] = [await makeOrganization(testApp), await makeOrganization(testApp)];
  const { email } = one.owner;
  const ask = (address: string) => submit(testApp, browser(), "/reset", { email: address }, page);
  const answers = new Set<string>();
  for (let at = 0; at < 8; at += 1) answers.add((await ask(email)).text);
  const unknown = `${randomBytes(6).toString("hex")}@example.com`;
  answers.add((await ask(unknown)).text.replaceAll(unknown, email));
  expect(answers.size).toBe(1);
  await ask(other.owner.email);
  await receive(other.owner.email, 1);
  expect(await receive(email, 5)).toHaveLength(5);
  expect(textsTo(unknown)).toEqual([]);
});

it("mails an invitation, whose link the one who invites does not see", async () => {
  const { owner } = await makeOrganization(testApp);
  const email = `invited-${randomBytes(6).toString("hex")}@example.com`;
  const made = await request(testApp, {
    method: "POST",
    path: "/api/invitations",
    key: owner.key,
    body: { email, role: "member" },
  });
  expect(made.body["link"]).toBe(null);
  const [text] = await receive(email, 1);
  const fields = { name: "Ines", password };
  const { pathname } = new URL(linkIn(text));
  expect((await submit(testApp, browser(), pathname, fields, page)).status).toBe(303);
});
