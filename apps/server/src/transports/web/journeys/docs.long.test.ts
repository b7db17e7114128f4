import { describe, expect, it } from "vitest";
import type { FrameLocator, Page } from "playwright-core";
import { hasBrowser } from "../../../testing/chromium.ts";
import { makeMember } from "../../../testing/factories.ts";
import { hostileTexts } from "../../../testing/hostile-texts.ts";
import { request } from "../../../testing/request.ts";
import {
  keepScene,
  look,
  openWebScene,
  shopDocument,
  type WebScene,
} from "./web-journey.testing.ts";

let scene: WebScene;

const preview = (page: Page): FrameLocator => page.frameLocator("iframe[title=Preview]");
const source = (page: Page) => page.getByRole("textbox", { name: "Markdown" });

/** Writes at the end of the text. */
async function write(page: Page, text: string): Promise<void> {
  await source(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(text);
}

async function call(method: "GET" | "POST" | "PUT", path: string, body?: object) {
  const key = scene.organization.owner.key;
  const at = `/api/projects/${scene.projectId}/docs${path}`;
  return request(scene.testApp, { method, path: at, key, ...(body === undefined ? {} : { body }) });
}

/** A documentation with a draft that has one page. */
async function makeDraft(name: string, content: string) {
  const { body } = await call("POST", "", { name });
  const [docId, versionId] = [String(body["id"]), String(body["versions"]?.[0]?.["id"])];
  const inVersion = `/${docId}/versions/${versionId}`;
  const page = await call("POST", `${inVersion}/pages`, { title: "Opening hours", content });
  const pageId = String(page.body["id"]);
  const base = `${scene.origin}/${scene.organization.slug}/bookshop/docs/${docId}`;
  return { docId, versionId, pageId, inVersion, url: `${base}/${versionId}/pages/${pageId}` };
}

describe.skipIf(!hasBrowser)("documentation in a browser", () => {
  keepScene(async () => {
    scene = await openWebScene("web-docs");
    return scene;
  });

  it("is created, written with an image and an embed, and published", async () => {
    await scene.importDocument(shopDocument);
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await page.getByRole("link", { name: "Docs" }).first().click();
    await page.getByText("No documentation yet.").waitFor();
    await look(page);
    await page.keyboard.press("c");
    await page.getByRole("dialog").getByLabel("Name").fill("Bookshop guide");
    await page
      .getByRole("dialog")
      .getByLabel(/Readers/)
      .selectOption("public");
    await page.getByRole("dialog").getByRole("button", { name: "Create documentation" }).click();
    await page.getByText("No pages yet.").first().waitFor();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("menuitem", { name: "Attach API reference" }).click();
    await page.getByRole("dialog").getByLabel("Specification").selectOption({ label: "Shop" });
    await page.getByRole("button", { name: "Attach API reference" }).click();
    await page.getByRole("treeitem", { name: "Shop 1.0.0" }).waitFor();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("menuitem", { name: "Create page" }).click();
    await page.getByRole("dialog").getByLabel("Title").fill("Welcome");
    await page.getByRole("dialog").getByRole("button", { name: "Create page" }).click();
    await write(page, "# Hello\n\nSee [nothing](gone.md).\n\n");
    await preview(page).getByRole("heading", { name: "Hello" }).waitFor();
    await page.getByRole("list", { name: "Problems of the page" }).getByText("gone.md").waitFor();
    await page.getByLabel("Files to insert").setInputFiles({
      name: "Shelf.png",
      mimeType: "image/png",
      buffer: Buffer.from(dot, "base64"),
    });
    await preview(page).getByRole("img", { name: "Shelf" }).waitFor();
    await expect
      .poll(() => preview(page).getByRole("img", { name: "Shelf" }).getAttribute("src"))
      .toMatch(/^data:image\/png;base64,/);
    await write(page, "\n\n");
    await page.getByRole("button", { name: "Insert endpoint or schema" }).click();
    await page.getByRole("button", { name: /GET \/books List books/ }).click();
    await preview(page).getByText("List books").first().waitFor();
    await look(page);
    await page.keyboard.press("Control+s");
    await page.getByText(/^Saved \d\d:\d\d$/).waitFor();
    await page.getByRole("link", { name: "Changes" }).click();
    await page.getByText("welcome.md").click();
    await page.getByText("+ # Hello").waitFor();
    await page.getByText(/Line 3: .*gone\.md/).waitFor();
    await look(page);
    await page.getByRole("button", { name: "Publish version" }).click();
    await page.getByText("Version 1.0 published").waitFor();
    expect(problems).toEqual([]);
  });

  it("joins the changes of two people and an agent, and asks about the same line", async () => {
    const text = "# Hours\n\nOpens at 9.\n\nCloses at 5.\n\nClosed on Sunday.\n";
    const draft = await makeDraft("Shared", text);
    const member = await makeMember(scene.testApp, scene.organization, "member");
    const ana = await scene.open(scene.organization.owner.userId);
    const ben = await scene.open(member.userId);
    for (const { page } of [ana, ben]) {
      await page.goto(`${draft.url}?mode=edit`);
      await preview(page).getByText("Closes at 5.").waitFor();
    }
    await replace(ana.page, "Opens at 9.", "Opens at 8.");
    await replace(ben.page, "Closed on Sunday.", "Open on Sunday.");
    const pagePath = `${draft.inVersion}/pages/${draft.pageId}`;
    const { body } = await call("GET", pagePath);
    const agent = await call("PUT", pagePath, {
      title: "Opening hours",
      content: text.replace("at 5", "at 6"),
      rowVersion: body["rowVersion"],
    });
    expect(agent.status).toBe(200);
    await ana.page.keyboard.press("Control+s");
    await ana.page.getByText(/^Saved \d\d:\d\d$/).waitFor();
    await ben.page.keyboard.press("Control+s");
    await ben.page.getByText(/^Saved \d\d:\d\d$/).waitFor();
    const merged = await call("GET", pagePath);
    expect(merged.body["content"]).toBe(
      "# Hours\n\nOpens at 8.\n\nCloses at 6.\n\nOpen on Sunday.\n",
    );
    await ana.page.getByText("Open on Sunday.").first().waitFor();
    await replace(ana.page, "Closes at 6.", "Closes at 7.");
    await call("PUT", pagePath, {
      title: "Opening hours",
      content: String(merged.body["content"]).replace("at 6", "at 4"),
      rowVersion: merged.body["rowVersion"],
    });
    await ana.page.keyboard.press("Control+s");
    const dialog = ana.page.getByRole("dialog", { name: "Two people changed this" });
    await dialog.getByRole("group", { name: "Line 5" }).waitFor();
    await dialog.getByRole("radio", { name: /Theirs/ }).check();
    await dialog.getByRole("button", { name: "Save choice" }).click();
    await expect
      .poll(async () => (await call("GET", pagePath)).body["content"])
      .toContain("Closes at 4.");
    expect([...ana.problems, ...ben.problems].filter((text) => !text.includes("409"))).toEqual([]);
  });

  it("shows hostile texts as text, and runs none of them", async () => {
    const payloads = [...scripts, ...hostileTexts.map(({ text }) => text)].slice(0, 60);
    const text = payloads.map((each) => each.replaceAll("\u0000", "")).join("\n\n");
    const draft = await makeDraft("Hostile", text);
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    const asked: string[] = [];
    page.on("request", (one) => one.url().includes("evil") && asked.push(one.url()));
    await page.goto(`${draft.url}?mode=edit`);
    await write(page, "\n\nThe end of hostile texts\n");
    await preview(page).getByText("The end of hostile texts").waitFor();
    for (const frame of page.frames())
      expect(await frame.evaluate("globalThis.hasRun")).toBe(undefined);
    // The frame has an origin of its own: it sees nothing of the app.
    const inside = page.frames().find((frame) => frame.url().endsWith("/page-preview"));
    expect(await inside?.evaluate("self.origin")).toBe("null");
    expect(asked).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("shows what a page said before, and restores it", async () => {
    const draft = await makeDraft("Kept", "# Hours\n\nOpens at 9.\n");
    const pagePath = `${draft.inVersion}/pages/${draft.pageId}`;
    const { rowVersion } = (await call("GET", pagePath)).body;
    const content = "# Hours\n\nOpens at 8.\n";
    const changed = await call("PUT", pagePath, { title: "Opening hours", content, rowVersion });
    expect(changed.status).toBe(200);
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await page.goto(draft.url);
    await page.getByRole("button", { name: "History" }).click();
    const lines = page.getByLabel("Lines that differ from the present text");
    await lines.getByText("Opens at 9.").waitFor();
    await lines.getByText("Opens at 8.").waitFor();
    await look(page);
    await page.getByRole("button", { name: "Restore the earlier text" }).click();
    await preview(page).getByText("Opens at 9.").waitFor();
    await page.keyboard.press("Control+s");
    await page.getByText(/^Saved \d\d:\d\d$/).waitFor();
    expect((await call("GET", pagePath)).body["content"]).toContain("Opens at 9.");
    expect(problems).toEqual([]);
  });

  it("stays quick to type in with 200 KB", async () => {
    const paragraph = "A sentence with **bold** words, `code` and a [link](other.md).\n\n";
    const draft = await makeDraft("Long", paragraph.repeat(3300));
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await page.goto(`${draft.url}?mode=edit`);
    await write(page, "\n\n");
    await page.evaluate(measureKeys);
    await page.keyboard.type("Thirty keys that are typed now", { delay: 30 });
    await source(page).getByText("Thirty keys that are typed now").waitFor();
    const delays = await page.evaluate<number[]>("globalThis.keyDelays");
    const sorted = [...delays].sort((left, right) => left - right);
    expect(sorted.length).toBeGreaterThanOrEqual(30);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(100);
    expect(problems).toEqual([]);
  });

  it("shows who has locked a page, and lets viewers read", async () => {
    const draft = await makeDraft("Locked", "# Hours\n\nOpens at 9.\n");
    const lock = await call("POST", `${draft.inVersion}/pages/${draft.pageId}/lock`, {});
    expect(lock.status).toBe(200);
    const { page, problems } = await scene.open(scene.organization.owner.userId);
    await page.goto(`${draft.url}?mode=edit`);
    await page.getByText(/has locked this page/).waitFor();
    await page.getByRole("button", { name: "Release lock" }).click();
    await page.getByText(/has locked this page/).waitFor({ state: "detached" });
    await write(page, "\nOpen on Sunday.\n");
    await page.keyboard.press("Control+s");
    await page.getByText(/^Saved \d\d:\d\d$/).waitFor();
    await call("POST", `${draft.inVersion}/status`, { status: "published" });
    const viewer = await makeMember(scene.testApp, scene.organization, "viewer");
    const other = await scene.open(viewer.userId);
    await other.page.goto(draft.url);
    await preview(other.page).getByText("Open on Sunday.").waitFor();
    await other.page.getByText("View only").waitFor();
    expect(await other.page.getByRole("button", { name: "Edit page" }).count()).toBe(0);
    expect(await other.page.getByRole("button", { name: "Create", exact: true }).count()).toBe(0);
    await look(other.page);
    expect([...problems, ...other.problems]).toEqual([]);
  });
});

/** Replaces a text in the editor, as a person does with the search of the editor. */
async function replace(page: Page, before: string, after: string): Promise<void> {
  const line = source(page).locator(".cm-line", { hasText: before });
  await line.click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.insertText(after);
}

/** From a key to the next frame, in milliseconds. */
const measureKeys = `(() => {
  globalThis.keyDelays = [];
  document.addEventListener("keydown", () => {
    const start = performance.now();
    requestAnimationFrame(() => globalThis.keyDelays.push(performance.now() - start));
  }, true);
})()`;

const scripts = [
  "<script>globalThis.hasRun = 1</script>",
  "<img src=x onerror=globalThis.hasRun=1>",
  "<svg onload=globalThis.hasRun=1>",
  "<svg><script>globalThis.hasRun=1</script></svg>",
  "<iframe srcdoc='<script>parent.hasRun=1</script>'></iframe>",
  "<iframe src=javascript:parent.hasRun=1></iframe>",
  "<a href=javascript:globalThis.hasRun=1 autofocus onfocus=globalThis.hasRun=1>x</a>",
  "[link](javascript:globalThis.hasRun=1)",
  "[link](data:text/html,<script>globalThis.hasRun=1</script>)",
  '![x](x "onerror=globalThis.hasRun=1")',
  "![x](https://evil.example/pixel.png)",
  "<style>body{background:url(https://evil.example/a)}</style>",
  "<link rel=stylesheet href=https://evil.example/a.css>",
  "<meta http-equiv=refresh content=0;url=https://evil.example>",
  "<form action=https://evil.example><button autofocus>x</button></form>",
  "<object data=javascript:globalThis.hasRun=1></object>",
  "<embed src=javascript:globalThis.hasRun=1>",
  "<details open ontoggle=globalThis.hasRun=1>x</details>",
  "<video src=x onerror=globalThis.hasRun=1></video>",
  "<math><mtext><img src=x onerror=globalThis.hasRun=1></mtext></math>",
  "<template><img src=x onerror=globalThis.hasRun=1></template>",
  "<noscript><p title='</noscript><img src=x onerror=globalThis.hasRun=1>'>",
  "<base href=https://evil.example/>",
  "{{constructor.constructor('globalThis.hasRun=1')()}}",
  "```mermaid\ngraph TD\nA[<img src=x onerror=globalThis.hasRun=1>]\n```",
  "```<img src=x onerror=globalThis.hasRun=1>\ncode\n```",
];

/** A picture of one pixel. */
const dot =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
