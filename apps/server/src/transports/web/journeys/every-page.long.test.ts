import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "../../../testing/chromium.ts";
import { callAsOperator, makeMember, makeProject } from "../../../testing/factories.ts";
import { startTargetApi, type TargetApi } from "../../../testing/target-api.ts";
import { makeEveryPage } from "./every-page.testing.ts";
import { look, openWebScene, type WebScene } from "./web-journey.testing.ts";

let scene: WebScene;
let target: TargetApi;
let addresses: readonly string[];
let taken = 0;

/** What a viewer may change: their own keys, and how they are notified. */
const allowed = ["Create API key", "Create staging token"];
const changing =
  /^(?:Add|Announce|Approve|Change|Create|Delete|Edit|Import|Invite|Publish|Remove|Run|Save|Start)\b/;

describe.skipIf(!hasBrowser)("every page", () => {
  beforeAll(async () => {
    scene = await openWebScene("web-every-page");
    target = await startTargetApi();
    const texts = {
      name: () => {
        taken += 1;
        return `Name ${taken}`;
      },
      all: ["One text.", "Another text."],
      long: "A longer text.",
      value: "a value",
      tags: ["smoke"],
    };
    addresses = await makeEveryPage(scene, texts, target.url);
  });
  afterEach(() => scene.closePages());
  afterAll(async () => {
    await target[Symbol.asyncDispose]();
    await scene.close();
  });

  const isOfProject = (address: string) => address.includes("/bookshop");

  async function show(page: Page, address: string): Promise<void> {
    await page.goto(scene.origin + address);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  }

  it("can be read by a viewer, who is offered nothing that changes", async () => {
    const viewer = await makeMember(scene.testApp, scene.organization, "viewer");
    const { page, problems } = await scene.open(viewer.userId);
    const offered = new Set<string>();
    for (const address of addresses.filter(
      (one) => isOfProject(one) && !one.endsWith("/publish"),
    )) {
      await show(page, address);
      for (const name of await page.getByRole("button").allInnerTexts())
        if (changing.test(name)) offered.add(`${name} at ${address}`);
      await look(page);
    }
    expect([...offered].filter((one) => !allowed.some((name) => one.startsWith(name)))).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("is shown to a member of one project, and none of another project", async () => {
    const { testApp, organization, projectId } = scene;
    await makeProject(testApp, organization, "Other");
    const { userId } = await makeMember(testApp, organization, "member");
    const hide = { projectId, userId, role: "none" } as const;
    const member = await scene.open(userId);
    for (const address of addresses.filter(isOfProject)) {
      await show(member.page, address);
      expect(await member.page.getByRole("heading", { name: "Page not found" }).count()).toBe(0);
    }
    expect(member.problems).toEqual([]);
    await callAsOperator(testApp, organization.region, organization.id, "setProjectRole", hide);
    const outsider = await scene.open(userId);
    await outsider.page.getByRole("link", { name: "Other" }).first().waitFor();
    for (const address of addresses.filter(isOfProject)) {
      await outsider.page.goto(scene.origin + address);
      await outsider.page.getByRole("heading", { name: "Page not found" }).waitFor();
    }
    expect(await outsider.page.content()).not.toContain("Name 1");
  });
});
