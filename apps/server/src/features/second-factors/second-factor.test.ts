import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../platform/clock.ts";
import { openPage, signInAgain, signInAs, submit, type Browser } from "../../testing/browser.ts";
import {
  callAsOperator,
  makeOrganization,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";

const password = "a sentence that is long enough";

/** A person who has a second factor, and a clock that stops. */
interface Person {
  readonly testApp: TestApp;
  readonly organization: MadeOrganization;
  readonly browser: Browser;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  readonly wait: (seconds: number) => void;
  /** The code of the app at a number of steps from now. */
  readonly code: (steps?: number) => string;
  readonly path: (page: string) => string;
}

async function withPerson(
  test: (person: Person) => Promise<void>,
  region: "eu" | "us" = "eu",
): Promise<void> {
  let time = 1_800_000_000_000;
  const clock = { ...systemClock, now: () => new Date(time) };
  const testApp = await buildTestApp({ name: "second-factor", clock });
  try {
    const organization = await makeOrganization(testApp, { region });
    const browser = await signInAs(testApp, organization, organization.owner, password);
    const path = (page: string) => (region === "us" ? `/us${page}` : page);
    const shown = await submit(testApp, browser, path("/account/second-factor"), {});
    const secret = /<code>([^<]+)<\/code>/.exec(shown.text)?.[1]?.replaceAll(" ", "") ?? "";
    const code = (steps = 0) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: time + steps * 30_000,
      });
    const enabled = await submit(testApp, browser, path("/account/second-factor/enable"), {
      code: code(),
    });
    expect(enabled.status).toBe(200);
    const recoveryCodes = readCodes(enabled.text);
    const wait = (seconds: number) => void (time += seconds * 1000);
    await test({ testApp, organization, browser, secret, recoveryCodes, wait, code, path });
  } finally {
    await testApp.close();
  }
}

const readCodes = (text: string) =>
  Array.from(text.matchAll(/<code>([\w-]{19})<\/code>/g), ([, code = ""]) => code);

const stranger = (region: "eu" | "us" = "eu") => ({ region, cookies: new Map<string, string>() });

/** Enters the password, and returns the step that asks for the code. */
async function enterPassword({ testApp, organization, path }: Person): Promise<string> {
  const { email } = organization.owner;
  const visitor = stranger(organization.region);
  const asked = await submit(testApp, visitor, path("/sign-in/password"), { email, password });
  expect(asked.status).toBe(200);
  expect(visitor.cookies.size).toBe(0);
  return /name="step" value="([^"]+)"/.exec(asked.text)?.[1] ?? "";
}

async function enterCode(person: Person, step: string, code: string) {
  const { testApp, organization, path } = person;
  const visitor = stranger(organization.region);
  const answer = await submit(testApp, visitor, path("/sign-in/code"), { step, code });
  return { ...answer, visitor };
}

describe("a second factor", () => {
  it("is asked for after a link of the operator, which takes the place of the password", async () => {
    await withPerson(async (person) => {
      const { testApp, organization, code, wait } = person;
      const { userId } = organization.owner;
      wait(60);
      const link = await callAsOperator(testApp, "eu", organization.id, "makeSignInLink", {
        userId,
      });
      const visitor = stranger();
      const asked = await openPage(testApp, visitor, new URL(link.link).pathname);
      expect(asked.status).toBe(200);
      expect(visitor.cookies.size).toBe(0);
      const step = /name="step" value="([^"]+)"/.exec(asked.text)?.[1] ?? "";
      const done = await enterCode(person, step, code());
      expect(done.status).toBe(303);
      const session = done.visitor.cookies.get("__Host-lintel-eu") ?? "";
      const listed = await request(testApp, { method: "GET", path: "/api/sessions", session });
      const own = (
        listed.body["items"] as unknown as { isCurrent: boolean; method: string }[]
      ).filter(({ isCurrent }) => isCurrent);
      expect(own).toMatchObject([{ method: "link" }]);
    });
  });

  it.each(["eu", "us"] as const)(
    "is asked for after the password, in region %s",
    async (region) => {
      await withPerson(async (person) => {
        const { testApp, organization, code, wait, path } = person;
        wait(60);
        const step = await enterPassword(person);
        const wrong = await enterCode(person, step, "000000");
        expect(wrong.status).toBe(401);
        expect(wrong.visitor.cookies.size).toBe(0);
        const right = await enterCode(person, step, code());
        expect([right.status, right.headers["location"]]).toEqual([303, path("/account")]);
        const account = await openPage(testApp, right.visitor, path("/account"));
        expect(account.text).toContain(organization.owner.email);
        expect(account.text).toContain("10 recovery codes are left");
      }, region);
    },
  );

  it("accepts the codes of one step before and after, each once, and no earlier one later", async () => {
    await withPerson(async (person) => {
      const { code, wait } = person;
      const attempt = async (value: string) =>
        (await enterCode(person, await enterPassword(person), value)).status;
      // The code that enabled it was used.
      expect(await attempt(code())).toBe(401);
      expect(await attempt(code(2))).toBe(401);
      expect(await attempt(code(1))).toBe(303);
      expect(await attempt(code(1))).toBe(401);
      wait(30);
      expect(await attempt(code())).toBe(401);
      wait(90);
      expect(await attempt(code(-2))).toBe(401);
      expect(await attempt(code(-1))).toBe(303);
      expect(await attempt(code())).toBe(303);
      expect(await attempt(code(-1))).toBe(401);
    });
  });

  it("is replaced by each recovery code once", async () => {
    await withPerson(async (person) => {
      const { recoveryCodes, testApp, organization, browser } = person;
      expect(new Set(recoveryCodes).size).toBe(10);
      const [first = ""] = recoveryCodes;
      const used = await enterCode(person, await enterPassword(person), first.toUpperCase());
      expect(used.status).toBe(303);
      const again = await enterCode(person, await enterPassword(person), first);
      expect(again.status).toBe(401);
      const renewed = await submit(testApp, browser, "/account/second-factor/recovery-codes", {});
      const [, second = ""] = recoveryCodes;
      expect((await enterCode(person, await enterPassword(person), second)).status).toBe(401);
      const [third = ""] = readCodes(renewed.text);
      expect((await enterCode(person, await enterPassword(person), third)).status).toBe(303);
      const audit = await request(testApp, {
        method: "GET",
        path: "/api/audit-log?take=50",
        key: organization.owner.key,
      });
      const items = audit.body["items"] as unknown as { event: string }[];
      const events = items.map(({ event }) => event);
      expect(events).toContain("second_factor.recovery_used");
      expect(events).toContain("second_factor.recovery_renewed");
      expect(events).toContain("second_factor.enabled");
      for (const secret of [first, person.secret]) expect(audit.text).not.toContain(secret);
      expect(testApp.logged.join("\n")).not.toContain(person.secret);
    });
  });

  it("limits attempts for the account to ten in ten minutes", async () => {
    await withPerson(async (person) => {
      const { code, wait } = person;
      wait(60);
      const step = await enterPassword(person);
      const statuses = [];
      // The code that enabled the second factor was the first attempt.
      for (let attempt = 0; attempt < 9; attempt += 1)
        statuses.push((await enterCode(person, step, "000000")).status);
      expect(statuses).toEqual(Array.from({ length: 9 }, () => 401));
      expect((await enterCode(person, step, code())).status).toBe(429);
      const other = await enterPassword(person);
      expect((await enterCode(person, other, code())).status).toBe(429);
    });
  });

  it("ends the step after five minutes, and after it was used", async () => {
    await withPerson(async (person) => {
      const { code, wait } = person;
      wait(60);
      const step = await enterPassword(person);
      wait(301);
      const late = await enterCode(person, step, code());
      expect(late.headers["location"]).toContain("/sign-in?fresh");
      expect(late.visitor.cookies.size).toBe(0);
      const next = await enterPassword(person);
      expect((await enterCode(person, next, code())).status).toBe(303);
      wait(30);
      expect((await enterCode(person, next, code())).visitor.cookies.size).toBe(0);
      expect((await enterCode(person, "svc_code_x", code())).visitor.cookies.size).toBe(0);
    });
  });

  it("is also asked for after a new password by a link", async () => {
    await withPerson(async (person) => {
      const { testApp, organization, code, wait } = person;
      const { userId } = organization.owner;
      const made = await callAsOperator(testApp, "eu", organization.id, "makePasswordReset", {
        userId,
      });
      wait(60);
      const visitor = stranger();
      const set = await submit(testApp, visitor, new URL(made.link).pathname, { password });
      expect(set.status).toBe(200);
      expect(visitor.cookies.size).toBe(0);
      const step = /name="step" value="([^"]+)"/.exec(set.text)?.[1] ?? "";
      expect((await enterCode(person, step, code())).status).toBe(303);
    });
  });

  it("is removed by the person after a recent sign-in, or by the operator", async () => {
    await withPerson(async (person) => {
      const { testApp, organization, browser, code, wait } = person;
      const { owner, id } = organization;
      wait(16 * 60);
      const late = await submit(testApp, browser, "/account/second-factor/remove", {});
      expect(late.headers["location"]).toContain("/sign-in?fresh");
      const signedIn = await enterCode(person, await enterPassword(person), code());
      const session = signedIn.visitor.cookies.get("__Host-lintel-eu") ?? "";
      const wanted = { method: "DELETE", path: "/api/session/second-factor" } as const;
      expect((await request(testApp, { ...wanted, key: owner.key })).status).toBe(401);
      expect((await request(testApp, { ...wanted, session })).status).toBe(204);
      expect((await request(testApp, { ...wanted, session })).status).toBe(404);
      const fresh = await signInAgain(testApp, owner, password);
      const shown = await submit(testApp, fresh, "/account/second-factor", {});
      const secret = /<code>([^<]+)<\/code>/.exec(shown.text)?.[1]?.replaceAll(" ", "") ?? "";
      expect(secret).not.toBe(person.secret);
      const now = testApp.cells.eu.platform.clock.now().getTime();
      const next = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
      const path = "/account/second-factor/enable";
      expect((await submit(testApp, fresh, path, { code: next })).status).toBe(200);
      await enterPassword(person);
      await callAsOperator(testApp, "eu", id, "removeMemberSecondFactor", { userId: owner.userId });
      await signInAgain(testApp, owner, password);
    });
  });

  it("shows the same secret again after a wrong first code, and is not enabled by it", async () => {
    const testApp = await buildTestApp({ name: "second-factor" });
    try {
      const organization = await makeOrganization(testApp);
      const browser = await signInAs(testApp, organization, organization.owner, password);
      const shown = await submit(testApp, browser, "/account/second-factor", {});
      expect(shown.text).toContain("data:image/svg+xml;base64,");
      const secret = /<code>([^<]+)<\/code>/.exec(shown.text)?.[1] ?? "?";
      const path = "/account/second-factor/enable";
      const refused = await submit(testApp, browser, path, { code: "12345" });
      expect(refused.status).toBe(401);
      expect(refused.text).toContain(secret);
      await signInAgain(testApp, organization.owner, password);
    } finally {
      await testApp.close();
    }
  });
});
