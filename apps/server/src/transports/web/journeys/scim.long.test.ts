import { describe, expect, it } from "vitest";
import { hasBrowser } from "../../../testing/chromium.ts";
import { callAsOperator } from "../../../testing/factories.ts";
import { makeScimToken, scimHeaders } from "../../../testing/scim-client.ts";
import { keepScene, look, openWebScene, type WebScene } from "./web-journey.testing.ts";

let scene: WebScene;

describe.skipIf(!hasBrowser)("the settings of SCIM", () => {
  keepScene(async () => {
    scene = await openWebScene("scim");
    return scene;
  });

  it("show what a provider sent, where it ended and what to change", async () => {
    const { organization, testApp, origin } = scene;
    const { id, slug, region } = organization;
    await callAsOperator(testApp, region, id, "updateScimSettings", { isEnabled: true });
    const token = await makeScimToken(testApp, organization);
    const send = (method: string, path: string, body?: string) =>
      fetch(`${origin}/scim/v2/${slug}${path}`, {
        method,
        headers: scimHeaders(token),
        ...(body !== undefined && { body }),
      });
    const user = { userName: "ann@example.com", name: { familyName: "Smith" }, active: true };
    expect((await send("POST", "/Users", JSON.stringify(user))).status).toBe(201);
    expect((await send("POST", "/Users", '{"userName": Ann')).status).toBe(400);
    const { page, problems } = await scene.open(organization.owner.userId);
    await page.goto(`${origin}/${slug}/settings/scim`);
    const requests = page.getByRole("list", { name: "Requests" });
    await requests.getByText("NOT_JSON").first().waitFor();
    await requests.getByText("NOT_JSON").first().click();
    await requests.getByText("The body is not JSON").first().waitFor();
    expect(await requests.innerText()).not.toMatch(/Ann|Smith/);
    await look(page);
    await page.getByText("Only refused requests").click();
    await expect.poll(() => requests.locator("> li").count()).toBe(1);
    expect(problems).toEqual([]);
  });
});
