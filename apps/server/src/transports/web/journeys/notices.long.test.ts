import { describe, expect, it } from "vitest";
import { hasBrowser } from "../../../testing/chromium.ts";
import { makeMember } from "../../../testing/factories.ts";
import { request } from "../../../testing/request.ts";
import { keepScene, look, openWebScene, type WebScene } from "./web-journey.testing.ts";

let scene: WebScene;

describe.skipIf(!hasBrowser)("notices", () => {
  keepScene(async () => {
    scene = await openWebScene("notices");
    return scene;
  });

  it("are counted, read by being shown, and chosen by kind", async () => {
    const { testApp, organization } = scene;
    const member = await makeMember(testApp, organization, "member");
    const key = organization.owner.key;
    const path = `/api/members/${member.userId}`;
    const { rowVersion } = (await request(testApp, { method: "GET", path, key })).body;
    const body = { role: "admin", rowVersion };
    await request(testApp, { method: "PATCH", path, key, body });
    const unread = async () => {
      const answer = await request(testApp, {
        method: "GET",
        path: "/api/notices?isUnread=true",
        key: member.key,
      });
      return answer.body["unreadCount"];
    };
    // One says that the person is a member, the other names the new role.
    await expect.poll(unread, { timeout: 20_000 }).toBe(2);

    const { page, problems } = await scene.open(member.userId);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.getByRole("link", { name: /Notices/ }).click();
    const table = page.getByRole("table", { name: "Notices" });
    await table.waitFor();
    await look(page);
    await table.getByRole("link").first().click();
    await expect.poll(unread, { timeout: 20_000 }).toBe(1);
    await page.getByText("1 unread", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Preferences" }).click();
    await page.getByRole("checkbox", { name: "List membership here" }).click();
    await expect
      .poll(async () => {
        const answer = await request(testApp, {
          method: "GET",
          path: "/api/notices/preferences",
          key: member.key,
        });
        return answer.text.includes('"kind":"membership","inApp":false');
      })
      .toBe(true);
    await look(page);
    expect(problems).toEqual([]);
  });
});
