import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openOidcProvider } from "../../../features/sso/testing/oidc-peer.ts";
import { openTestServer } from "../../../features/sso/testing/open-provider.ts";
import { hasBrowser } from "../../../testing/chromium.ts";
import { callAsOperator } from "../../../testing/factories.ts";
import { keepScene, look, openWebScene, type WebScene } from "./web-journey.testing.ts";

let scene: WebScene;

describe.skipIf(!hasBrowser)("sign-in and webhooks in the settings", () => {
  keepScene(async () => {
    scene = await openWebScene("signin");
    return scene;
  });

  async function open(at: string): Promise<{ page: Page; problems: string[] }> {
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    await page.goto(`${new URL(page.url()).href.replace(/\/$/, "")}/settings/${at}`);
    return { page, problems };
  }

  it("turns on single sign-on with a provider, after a test that shows what arrives", async () => {
    const { organization, testApp } = scene;
    const { page, problems } = await open("domains");
    await page.getByRole("button", { name: "Add domain" }).click();
    await page.getByRole("textbox", { name: "Domain" }).fill("books.example.com");
    await page.getByRole("dialog").getByRole("button", { name: "Add domain" }).click();
    await page.getByText("Set a TXT record").waitFor();
    await page.getByRole("button", { name: "Verify domain" }).click();
    await page.getByText("Last check").waitFor();
    await look(page);
    await callAsOperator(testApp, organization.region, organization.id, "confirmEmailDomain", {
      domain: "books.example.com",
    });

    const redirectUrls: string[] = [];
    const claims = { email: "ann@books.example.com", email_verified: true, name: "Ann of Books" };
    await using provider = await openOidcProvider({ claims, redirectUrls });
    const nav = page.getByRole("navigation", { name: "Settings" });
    await nav.getByRole("link", { name: "Single sign-on" }).click();
    await page.getByRole("button", { name: "Create connection" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Books");
    await page.getByRole("combobox", { name: "Protocol" }).selectOption("oidc");
    await look(page);
    const panel = page.getByRole("complementary", { name: "Create connection" });
    await panel.getByRole("button", { name: "Create connection" }).click();
    // The provider asks for the address first, and says issuer and client then.
    const connection = page.getByRole("complementary", { name: "Books", exact: true });
    const address = connection.locator("code").filter({ hasText: "/callback" });
    redirectUrls.push((await address.textContent()) ?? "");
    await connection.getByRole("button", { name: "Edit connection" }).click();
    const later = page.getByRole("complementary", { name: "Edit Books" });
    await later.getByRole("textbox", { name: "Issuer" }).fill(provider.origin);
    await later.getByRole("textbox", { name: "Client id" }).fill(provider.clientId);
    await later.getByLabel("New client secret").fill(provider.clientSecret);
    await later.getByRole("button", { name: "Save connection" }).click();

    await connection.getByRole("button", { name: "Test connection" }).click();
    const tab = page.context().waitForEvent("page");
    await connection.getByRole("link", { name: "Open the test sign-in" }).click();
    const test = await tab;
    await test.getByText("Ann of Books").first().waitFor();
    await test.close();
    await connection.getByRole("button", { name: "Read again" }).click();
    await connection.getByRole("list", { name: "Sign-ins" }).getByText("Test").first().waitFor();
    await page.reload();
    await connection.getByRole("button", { name: "Activate connection" }).click();
    await connection.getByRole("button", { name: "Disable connection" }).waitFor();
    await look(page);

    await connection.getByRole("button", { name: "Edit connection" }).click();
    const edit = page.getByRole("complementary", { name: "Edit Books" });
    await edit.getByRole("textbox", { name: "Name", exact: true }).fill("Bookshop");
    await edit.getByRole("textbox", { name: "Attribute of the groups" }).fill("teams");
    await look(page);
    await edit.getByRole("button", { name: "Save connection" }).click();
    const renamed = page.getByRole("complementary", { name: "Bookshop", exact: true });
    await renamed.getByRole("button", { name: "Edit connection" }).click();
    const again = page.getByRole("complementary", { name: "Edit Bookshop" });
    const groups = again.getByRole("textbox", { name: "Attribute of the groups" });
    expect(await groups.inputValue()).toBe("teams");
    expect(problems).toEqual([]);
  });

  it("names the owners whom an enforcement would lock out, before it is made", async () => {
    const { organization, testApp } = scene;
    const place = [testApp, organization.region, organization.id] as const;
    const domain = "lockout.example.com";
    await callAsOperator(...place, "confirmEmailDomain", { domain });
    const zoe = { email: `zoe@${domain}`, name: "Zoe", role: "owner" } as const;
    await callAsOperator(...place, "addMember", zoe);
    // As a sign-in through a connection leaves it, which tests of single sign-on make.
    const db = await testApp.cells[organization.region].platform.database();
    const row = { organizationId: organization.id, userId: organization.owner.userId };
    await db
      .insertInto("ssoSignIn")
      .values({ ...row, connectionId: crypto.randomUUID(), signedInAt: new Date() })
      .execute();
    const { page, problems } = await open("domains");
    await page.getByRole("link", { name: domain }).click();
    const panel = page.getByRole("complementary", { name: domain });
    const only = panel.getByRole("checkbox", { name: "only through single sign-on" });
    await panel.getByText("Members of this domain sign in only").click();
    const dialog = page.getByRole("dialog", { name: "Owners would be locked out" });
    await dialog.getByText(`Zoe (zoe@${domain})`).waitFor();
    await look(page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(await only.isChecked()).toBe(false);
    await panel.getByText("Members of this domain sign in only").click();
    await dialog.getByRole("button", { name: "Enforce single sign-on" }).click();
    await expect.poll(() => only.isChecked()).toBe(true);
    expect(problems.filter((text) => !text.includes("409"))).toEqual([]);
  });

  it("names them before the last owner who can sign in leaves", async () => {
    const { organization, testApp } = scene;
    const { email, userId } = organization.owner;
    const { page, problems } = await open("people");
    await page.getByRole("searchbox", { name: "Filter people" }).fill(email);
    await page.getByRole("table", { name: "People" }).getByRole("link").first().click();
    await page.getByRole("button", { name: "Remove member" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove member" }).click();
    const dialog = page.getByRole("dialog", { name: "Owners would be locked out" });
    await dialog.getByText("Zoe (zoe@lockout.example.com)").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    const role = page.getByRole("combobox", { name: "Role in the organization" });
    await role.selectOption("admin");
    await dialog.getByRole("button", { name: "Change role" }).click();
    await dialog.waitFor({ state: "detached" });
    const place = [testApp, organization.region, organization.id] as const;
    const roleNow = async () => (await callAsOperator(...place, "getMember", { userId })).role;
    await expect.poll(roleNow).toBe("admin");
    await callAsOperator(...place, "addOwner", { email, name: "Owner" });
    expect(problems.filter((text) => !text.includes("409"))).toEqual([]);
  });

  it("creates a webhook, tests it, and shows its deliveries and its secret once", async () => {
    const bodies: string[] = [];
    await using receiver = await openTestServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        bodies.push(body);
        response.writeHead(202).end("taken");
      });
    });
    const { page, problems } = await open("webhooks");
    await page.getByRole("button", { name: "Create webhook" }).click();
    const form = page.getByRole("complementary", { name: "Create webhook" });
    await form.getByRole("textbox", { name: "Address" }).fill(`${receiver.origin}/events`);
    await form.getByRole("button", { name: "Create webhook" }).click();
    const dialog = page.getByRole("dialog", { name: "Secret of the webhook" });
    const secret = (await dialog.locator("code").textContent()) ?? "";
    expect(secret.length).toBeGreaterThan(16);
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Send test" }).click();
    await page.getByText("The test was answered with 202.").waitFor();
    expect(bodies.some((body) => body.includes('"ping"'))).toBe(true);
    await page
      .getByRole("list", { name: "Deliveries" })
      .getByRole("button", { name: "Show" })
      .first()
      .click();
    await page.getByLabel("What was sent").waitFor();
    await look(page);
    await page.getByRole("button", { name: "Edit webhook" }).click();
    const edit = page.getByRole("complementary", { name: "Edit webhook" });
    await edit.getByRole("checkbox", { name: "All events" }).uncheck();
    await edit.getByRole("checkbox", { name: "API keys" }).check();
    await edit.getByText("6 of 6").waitFor();
    await edit.getByRole("textbox", { name: "Find events" }).fill("deprecation.announced");
    await edit.getByText("deprecation.announced carries").waitFor();
    await edit.getByRole("checkbox", { name: "Deprecation announced" }).check();
    await edit.getByRole("textbox", { name: "Address" }).fill(`${receiver.origin}/moved`);
    await look(page);
    await edit.getByRole("button", { name: "Save webhook" }).click();
    await page.getByRole("complementary", { name: `${receiver.origin}/moved` }).waitFor();
    await page
      .getByRole("table", { name: "Webhooks" })
      .getByText(/api_key\.\*.*deprecation\.announced/)
      .waitFor();
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByRole("button", { name: "Send again", exact: true }).first().waitFor();
    await page.reload();
    await page.getByRole("table", { name: "Webhooks" }).waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(problems).toEqual([]);
  });

  it("filters the audit log on the server, and exports it", async () => {
    const { page, problems } = await open("audit");
    const table = page.getByRole("table", { name: "Audit log" });
    await table.waitFor();
    await page.getByRole("searchbox").fill("event:session.started");
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => new Set(await table.locator("tbody code").allTextContents()))
      .toEqual(new Set(["session.started"]));
    expect(page.url()).toContain("filter=");
    const file = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "CSV" }).click();
    expect((await file).suggestedFilename()).toBe("audit-log.csv");
    await table.getByRole("link").first().click();
    await page.getByRole("complementary", { name: "session.started" }).waitFor();
    await look(page);
    await page.getByRole("searchbox").fill("event:none.such");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    expect(problems.filter((text) => !text.includes("400"))).toEqual([]);
  });
});
