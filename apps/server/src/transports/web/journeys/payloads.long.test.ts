import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "../../../testing/chromium.ts";
import { scriptPayloads } from "../../../testing/script-payloads.ts";
import { startTargetApi, type TargetApi } from "../../../testing/target-api.ts";
import { makeEveryPage, type PageTexts } from "./every-page.testing.ts";
import { openWebScene, type WebScene } from "./web-journey.testing.ts";

// Every payload is in every long field, and each short field holds one of them, in turn.

const all = scriptPayloads.join("\n\n");
const isLine = (text: string) => !/\p{Cc}/u.test(text) && text.trim() === text;
const names = scriptPayloads.filter((text) => isLine(text) && text.length <= 100);
let taken = 0;
const texts: PageTexts = {
  // Names of a project differ.
  name: () => {
    taken += 1;
    return `${names[taken % names.length] ?? ""} ${taken}`;
  },
  all: scriptPayloads,
  long: all,
  value: all.replaceAll("{{", "{ {"),
  tags: names.filter((name) => /^[^\s,]+$/.test(name)).slice(0, 20),
};

let scene: WebScene;
let target: TargetApi;

/** Whether a payload is shown: as text, or in a field. */
function showsPayload(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const dom = globalThis as unknown as {
      document: {
        querySelector(selector: string): { innerText: string } | null;
        querySelectorAll(selector: string): ArrayLike<{ value?: string }>;
      };
    };
    const fields = Array.from(dom.document.querySelectorAll("main input, main textarea"));
    const texts = [
      dom.document.querySelector("main")?.innerText ?? "",
      ...fields.map(({ value = "" }) => value),
    ];
    return texts.some((text) => /hasRun|evil\.example/.test(text));
  });
}

/** What ran, was loaded or could be followed, in all frames of a page. */
async function readEscapes(page: Page): Promise<unknown[]> {
  const found = page.frames().map((frame) =>
    frame.evaluate(() => {
      const dom = globalThis as unknown as {
        hasRun?: unknown;
        document: { querySelectorAll(selector: string): { length: number } };
      };
      const handlers = ["error", "load", "focus", "toggle", "begin", "start", "click"];
      const selector = [
        ...handlers.map((name) => `[on${name}]`),
        "[href^='javascript:' i]",
        "[src^='javascript:' i]",
        // A page of documentation may have a link to another site; nothing is loaded from there.
        "link[href*='evil.example']",
        "[src*='evil.example']",
        "base",
      ].join();
      const elements = dom.document.querySelectorAll(selector).length;
      return dom.hasRun === undefined && elements === 0 ? [] : [dom.hasRun, elements];
    }),
  );
  return (await Promise.all(found)).flat();
}

describe.skipIf(!hasBrowser)("texts of users and of targets", () => {
  beforeAll(async () => {
    scene = await openWebScene("web-payloads");
    target = await startTargetApi({
      "/hostile": (_, response) =>
        response
          .writeHead(200, {
            "content-type": "text/html",
            "x-text": names.filter((name) => /^[ -~]+$/.test(name)),
          })
          .end(all),
    });
  });
  afterEach(() => scene.closePages());
  afterAll(async () => {
    await target[Symbol.asyncDispose]();
    await scene.close();
  });

  it("are at least 200 payloads, and none runs on any page that shows them", async () => {
    expect(new Set(scriptPayloads).size).toBe(scriptPayloads.length);
    expect(scriptPayloads.length).toBeGreaterThanOrEqual(200);
    const addresses = await makeEveryPage(scene, texts, target.url);
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    const asked: string[] = [];
    const dialogs: string[] = [];
    page.on("request", (one) => void (one.url().includes("evil") && asked.push(one.url())));
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const shown: string[] = [];
    for (const address of addresses) {
      await page.goto(scene.origin + address);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
      if (await showsPayload(page)) shown.push(address);
      expect(await readEscapes(page), address).toEqual([]);
      expect(page.url(), address).toContain(scene.origin);
    }
    // The others have no text of a person, such as the tabs of an endpoint without a body.
    expect(shown.length, shown.join("\n")).toBeGreaterThan(25);
    expect({ asked, dialogs, problems }).toEqual({ asked: [], dialogs: [], problems: [] });
  });
});
