import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { make, openDocsScene } from "../../features/docs/docs.testing.ts";
import { request } from "../../testing/request.ts";
import { findViolations, hasBrowser, launchBrowser } from "../../testing/chromium.ts";
import { publishScene } from "./portal-browser.testing.ts";
import type { PortalServer } from "./portal-server.ts";

/** A page with an example of every element. */
const everything = `# Everything

A paragraph with **bold**, \`code\`, a [link](other) and a footnote[^1].

> [!NOTE]
> A note that matters.

:::warning Careful
Do not do this at home.
:::

\`\`\`ts title="server.ts" {2}
const app = createApp({ port: 4000 });
await app.listen(); // marked
\`\`\`

:::code-group
\`\`\`sh [npm]
npm run demo
\`\`\`
\`\`\`sh [docker]
docker compose up
\`\`\`
:::

## Lists

:::steps
1. Install it
2. Run it
:::

- [x] done
- [ ] to do

### A table

| Name | Type |
|---|--:|
| id | string |

\`\`\`mermaid
flowchart LR
  A[Push] --> B{Changed?}
  B -->|yes| C[Write]
\`\`\`

## Pages

A heading that is named as a part of the portal is.

## Content
## Finds
## On this page

[^1]: Here it is.
`;

const books = {
  openapi: "3.1.0",
  info: { title: "Books", version: "1.0.0" },
  servers: [{ url: "https://api.example.com" }],
  paths: {
    "/books": {
      post: {
        tags: ["Books"],
        operationId: "addBook",
        summary: "Add a book",
        deprecated: true,
        parameters: [{ name: "dryRun", in: "query", schema: { type: "boolean" } }],
        requestBody: {
          content: { "application/json": { schema: { $ref: "#/components/schemas/Book" } } },
        },
        responses: { 201: { description: "Added" }, 400: { description: "Not a book" } },
      },
    },
  },
  components: {
    schemas: {
      Book: {
        type: "object",
        required: ["title"],
        properties: { title: { type: "string" }, next: { $ref: "#/components/schemas/Book" } },
      },
    },
  },
};

let portal: PortalServer;
let browser: Browser;
let base: string;

beforeAll(async () => {
  if (!hasBrowser) return;
  const scene = await openDocsScene({
    name: "Handbook",
    branding: { logoUrl: null, primaryColor: "#ffcc00" },
  });
  const guide = await make(scene, "folders", { name: "Guide" });
  const parentFolderPublicId = guide.id;
  await make(scene, "pages", { title: "Everything", content: everything, parentFolderPublicId });
  const other = "Zebras.\n\n## Stripes\n\nThey are black and white.";
  await make(scene, "pages", { title: "Other", content: other, parentFolderPublicId });
  const cells = Array.from({ length: 12 }, (_, at) => `a_long_value_${at}`).join(" | ");
  const wide = `| ${cells} |\n|${"---|".repeat(12)}\n| ${cells} |\n`;
  await make(scene, "pages", { title: "Wide", content: wide, parentFolderPublicId });
  const long = await make(scene, "folders", { name: "Long" });
  for (let at = 0; at < 100; at += 1)
    await make(scene, "pages", { title: `Page ${at}`, parentFolderPublicId: long.id });
  const embeds =
    "{{endpoint addBook}}\n\n{{schema Book}}\n\n{{schema Book}}\n\n{{endpoint none}}\n";
  await make(scene, "pages", { title: "Embeds", content: embeds, parentFolderPublicId });
  const section = await make(scene, "folders", { name: "More", isSection: true });
  await make(scene, "pages", { title: "Deep", parentFolderPublicId: section.id });
  const imported = await request(scene.testApp, {
    method: "POST",
    path: `/api/projects/${scene.projectId}/specs/import`,
    key: scene.keys.owner,
    body: { text: JSON.stringify(books) },
  });
  const specId = imported.body["spec"]?.["id"];
  await scene.inVersion("POST", "/references", { specId, slug: "api" });
  ({ portal, base } = await publishScene(scene));
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await portal?.close();
});

interface View {
  readonly width?: number;
  readonly colorScheme?: "light" | "dark";
  readonly javaScriptEnabled?: boolean;
  /** A screen without a pointer. */
  readonly isTouched?: boolean;
}

/** Opens a page, and always closes it; any error of the browser fails the test. */
async function visit(
  path: string,
  { width = 1350, colorScheme = "light", javaScriptEnabled = true, isTouched = false }: View,
  look: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme,
    javaScriptEnabled,
    hasTouch: isTouched,
    isMobile: isTouched,
    // Chromium reports a late view transition as an error of the page.
    reducedMotion: "reduce",
  });
  try {
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().includes("404"))
        complaints.push(message.text());
    });
    await page.goto(`${base}${path}`);
    if (javaScriptEnabled) await awake(page);
    await look(page, context);
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
}

/** The page's script starts after the first paint; the theme switch shows that it has. */
async function awake(page: Page): Promise<void> {
  if ((await page.locator("[data-theme-switch]").count()) > 0)
    await page.waitForSelector("[data-theme-switch]:not([hidden])");
}

describe.skipIf(!hasBrowser)("the portal in a browser", () => {
  const pages = [
    "/guide/everything",
    "/guide/embeds",
    "/guide/wide",
    "/more/deep",
    "/_search?q=zebra",
    "/none",
    "/api",
    "/api/operations/add-book",
    "/api/schemas/book",
  ];
  const views = pages.flatMap((path) =>
    [390, 1350].flatMap((width) =>
      (["light", "dark"] as const).map((colorScheme) => [path, width, colorScheme] as const),
    ),
  );

  it.each(views)("is accessible: %s at %i px, %s", async (path, width, colorScheme) => {
    await visit(path, { width, colorScheme }, async (page) => {
      expect(await findViolations(page)).toEqual([]);
      const ids = await page.evaluate<string[]>(
        "Array.from(document.querySelectorAll('[id]'), ({ id }) => id)",
      );
      expect(ids).toEqual([...new Set(ids)]);
      const overflow = "document.documentElement.scrollWidth - innerWidth";
      expect(await page.evaluate<number>(overflow)).toBeLessThanOrEqual(0);
    });
  });

  it("can be read and searched without JavaScript", async () => {
    await visit("", { javaScriptEnabled: false }, async (page) => {
      expect(page.url()).toMatch(/\/guide\/everything$/);
      expect(await page.locator("article").innerText()).toContain("A note that matters.");
      await page.click("nav[aria-label=Pages] a:has-text('Other')");
      expect(await page.locator("h1").innerText()).toBe("Other");
      await page.click(".search-open");
      await page.fill(".search-form input", "zebras");
      await page.click(".search-form button");
      await page.click(".finds a");
      expect(page.url()).toMatch(/\/guide\/other$/);
    });
  });

  it("opens the sidebar by a button, on small screens and without JavaScript", async () => {
    const narrow = { width: 390, javaScriptEnabled: false };
    await visit("/guide/everything", narrow, async (page) => {
      const menu = page.getByRole("navigation", { name: "Pages", exact: true });
      expect(await menu.isVisible()).toBe(false);
      await page.getByRole("button", { name: "Menu" }).click();
      await page.keyboard.press("Escape");
      expect(await menu.isVisible()).toBe(false);
      await page.getByRole("button", { name: "Menu" }).click();
      await menu.getByRole("link", { name: "Other" }).click();
      expect(await page.locator("h1").innerText()).toBe("Other");
      expect(await menu.isVisible()).toBe(false);
      await page.goto(`${base}/guide/everything#pages`);
      expect(await page.locator("h2#pages").isVisible()).toBe(true);
    });
  });

  it("is accessible with its menu open", async () => {
    await visit("/guide/everything", { width: 390 }, async (page) => {
      await page.getByRole("button", { name: "Menu" }).click();
      expect(await page.getByRole("navigation", { name: "Pages", exact: true }).isVisible()).toBe(
        true,
      );
      expect(await findViolations(page)).toEqual([]);
    });
  });

  it.each([
    [1350, "light"],
    [1350, "dark"],
    [390, "light"],
    [390, "dark"],
  ] as const)("is accessible with its search open: %i px, %s", async (width, colorScheme) => {
    await visit("/guide/everything", { width, colorScheme }, async (page) => {
      await page.click("[data-search-open]");
      expect(await findViolations(page)).toEqual([]);
      await page.keyboard.type("zebra");
      await page.waitForSelector("[role=option][aria-selected=true] mark");
      expect(await findViolations(page)).toEqual([]);
    });
  });

  it("shows the current page in a sidebar that is longer than the screen", async () => {
    await visit("/long/page-99", {}, async (page) => {
      const isSeen = () =>
        page.evaluate<boolean>(`(() => {
          const { top, bottom } = document.querySelector(".side [aria-current]").getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        })()`);
      expect(await isSeen()).toBe(true);
      // The next page restores the scroll position of the sidebar.
      const before = await page.evaluate<number>("document.querySelector('.side').scrollTop");
      await page.goto(`${base}/long/page-98`);
      await awake(page);
      expect(await page.evaluate<number>("document.querySelector('.side').scrollTop")).toBe(before);
      expect(await isSeen()).toBe(true);
    });
  });

  it("links from a search to the matching section, also for a misspelt word", async () => {
    await visit("/guide/everything", {}, async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("stirpes");
      await page.waitForSelector("[role=option]");
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/guide\/other#stripes$/);
    });
  });

  it("shows copy buttons on touch screens, and copies a page as Markdown", async () => {
    await visit("/guide/everything", { width: 390, isTouched: true }, async (page, context) => {
      const opacity = "getComputedStyle(document.querySelector('.copy')).opacity";
      expect(await page.evaluate<string>(opacity)).toBe("1");
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.tap("[data-copy-page]");
      await page.waitForSelector("text=Copied");
      expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe(everything);
    });
  });

  it("thanks for a vote, without JavaScript", async () => {
    await visit("/guide/other", { javaScriptEnabled: false }, async (page) => {
      expect(await page.getByText("Thank you").isVisible()).toBe(false);
      await page.click(".helpful button:has-text('Yes')");
      await page.waitForURL(/#lm-helpful$/);
      expect(await page.getByText("Thank you").isVisible()).toBe(true);
      expect(await page.locator(".helpful button").first().isVisible()).toBe(false);
    });
  });

  it("shows that a wide table continues, and does not cut it off", async () => {
    await visit("/guide/wide", { width: 390 }, async (page) => {
      const { reach, wide } = await page.evaluate<{ reach: number; wide: boolean }>(`(() => {
        const box = document.querySelector(".lm-table");
        box.scrollLeft = box.scrollWidth;
        const last = box.querySelector("td:last-child").getBoundingClientRect();
        return { reach: last.right - box.getBoundingClientRect().right, wide: box.scrollWidth > box.clientWidth };
      })()`);
      expect(wide).toBe(true);
      expect(reach).toBeLessThanOrEqual(1);
      const background =
        "getComputedStyle(document.querySelector('.lm-table')).backgroundAttachment";
      expect(await page.evaluate<string>(background)).toBe("local, local, scroll, scroll");
    });
  });

  it("can be searched with only the keyboard", async () => {
    await visit("/guide/everything", {}, async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("zebra");
      await page.waitForSelector("[role=option]");
      expect(await page.locator("[role=option] mark").first().innerText()).toBe("Zebras");
      await Promise.all([page.waitForURL(/\/guide\/other$/), page.keyboard.press("Enter")]);
      await awake(page);
      await page.keyboard.press("Control+k");
      expect(await page.locator("dialog[open]").count()).toBe(1);
      await page.keyboard.press("Escape");
      expect(await page.locator("dialog[open]").count()).toBe(0);
    });
  });

  it("applies the reader's theme before the next page is drawn", async () => {
    await visit("/guide/everything", {}, async (page) => {
      await page.click("[data-theme-switch]");
      await page.goto(`${base}/guide/other`);
      const { theme, ground } = await page.evaluate<{ theme: string; ground: string }>(
        "({ theme: document.documentElement.dataset.theme, ground: getComputedStyle(document.body).backgroundColor })",
      );
      expect([theme, ground]).toEqual(["dark", "oklch(0.178 0.01 260)"]);
    });
  });

  it.each(["light", "dark"] as const)(
    "shows samples on a separate background, at the right of wide screens: %s",
    async (colorScheme) => {
      await visit("/api/operations/add-book", { width: 1440, colorScheme }, async (page) => {
        const seen = await page.evaluate<
          Record<"main" | "aside" | "title" | "top" | "foot", number>
        >(
          `(() => {
            const box = (name) => document.querySelector(name).getBoundingClientRect();
            return {
              main: box(".ref-main").right,
              aside: box(".ref-aside").left,
              title: box("h1").top,
              top: box(".ref-aside").top,
              foot: box(".page-foot").right,
            };
          })()`,
        );
        expect(seen.aside).toBeGreaterThan(seen.main);
        expect(seen.aside).toBeGreaterThan(seen.foot);
        expect(Math.abs(seen.top - seen.title)).toBeLessThan(24);
        const grounds = await page.evaluate<readonly string[]>(
          `[getComputedStyle(document.body), getComputedStyle(document.querySelector(".ref-aside"), "::before")]
            .map(({ backgroundColor }) => backgroundColor)`,
        );
        expect(grounds[1]).toMatch(/^oklch/);
        expect(grounds[1]).not.toBe(grounds[0]);
      });
    },
  );

  it.each([
    [1440, "light"],
    [1440, "dark"],
    [900, "light"],
    [390, "light"],
    [390, "dark"],
  ] as const)(
    "is accessible with Try it open, and nothing scrolls sideways: %i px, %s",
    async (width, colorScheme) => {
      await visit("/api/operations/add-book", { width, colorScheme }, async (page) => {
        await page.getByRole("button", { name: "Try it" }).click();
        await page.getByLabel("dryRun (query)").selectOption("true");
        expect(await findViolations(page)).toEqual([]);
        const overflow = "document.documentElement.scrollWidth - innerWidth";
        expect(await page.evaluate<number>(overflow)).toBeLessThanOrEqual(0);
        const top = async (name: string) =>
          (await page.locator(name).first().boundingBox())?.y ?? 0;
        if (width < 1200) expect(await top(".ref-try-form")).toBeLessThan(await top(".ref-main"));
        expect(await top(".ref-try-form")).toBeLessThan(await top(".ref-tabs"));
      });
    },
  );

  it("copies the address of an operation, and samples", async () => {
    await visit("/api/operations/add-book", {}, async (page, context) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.click(".ref-copy");
      await page.waitForSelector("text=Copied");
      const copied = "navigator.clipboard.readText()";
      expect(await page.evaluate<string>(copied)).toBe("https://api.example.com/books");
      await page.hover(".ref-panel .ref-card");
      await page.click(".ref-panel .copy >> visible=true");
      await page.waitForSelector(".ref-panel >> text=Copied");
      expect(await page.evaluate<string>(copied)).toContain("curl --globoff");
    });
  });

  it("copies code, and loads few bytes", async () => {
    await visit("/guide/everything", {}, async (page, context) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.hover(".lm-code");
      await page.click(".lm-code .copy");
      await page.waitForSelector("text=Copied");
      const copied = await page.evaluate<string>("navigator.clipboard.readText()");
      expect(copied).toContain("createApp({ port: 4000 })");
      const sizes = await page.evaluate<{ scripts: number; all: number }>(`(() => {
        const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
        const sum = (list) => list.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0);
        return { scripts: sum(entries.filter(({ name }) => name.endsWith(".js"))), all: sum(entries) };
      })()`);
      expect(sizes.scripts).toBeGreaterThan(0);
      expect(sizes.scripts).toBeLessThanOrEqual(5 * 1024);
      expect(sizes.all).toBeLessThanOrEqual(20 * 1024);
    });
  });
});
