import { setTimeout as sleep } from "node:timers/promises";
import { createRenderer } from "@lintel/markdown/create-renderer";
import type { PageResolvers } from "@lintel/markdown/values/page.types";
import { describe, expect, it } from "vitest";
import { createThreadedRenderer } from "./threaded-renderer.ts";

const page = [
  "---\ntitle: A page\n---\n# Start\n",
  "[there](there.md#part) and [nowhere](nowhere.md), ![dot](dot.png)\n",
  "```ts\nconst a: number = 1;\n```\n",
  "::endpoint{id=readBook}\n",
].join("\n");

const resolvers: PageResolvers = {
  resolveLink: async ({ path, fragment }) => {
    await sleep(1);
    return path === "there.md" ? { href: `/_base/there#${fragment}` } : null;
  },
  resolveAsset: () => ({ src: "/_base/_assets/dot.png", width: 8, height: 8 }),
  resolveEmbed: () => null,
};

describe("a page that is rendered in a thread", () => {
  const threaded = createThreadedRenderer().of("a");

  it.each(["md", "mdx"] as const)("is the same as in this thread: %s", async (format) => {
    const expected = await createRenderer().render(page, resolvers, { format });
    expect(await threaded.render(page, resolvers, { format })).toEqual(expected);
    expect(await threaded.render(page, {}, { format })).toEqual(
      await createRenderer().render(page, {}, { format }),
    );
    expect(expected.links).toHaveLength(3);
  });

  it("does not block other work", async () => {
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 1);
    await threaded.render("a\n\n".repeat(50_000));
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(10);
  });

  it("throws the error of a resolver", async () => {
    const error = new Error("The database is down.");
    const resolveLink = () => Promise.reject(error);
    await expect(threaded.render(page, { ...resolvers, resolveLink })).rejects.toBe(error);
    expect((await threaded.render("a")).html).toContain("a");
  });

  it("is refused if it is too long or takes too long", async () => {
    const refused = { name: "MarkdownError", code: "PAGE_TOO_LARGE" };
    await expect(threaded.render("a".repeat(1_000_001))).rejects.toMatchObject(refused);
    const hasty = createThreadedRenderer({ limitMs: 1 }).of("a");
    await expect(hasty.render("a\n\n".repeat(50_000))).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining("split the page") as string,
    });
  });

  it("leaves a thread to other organizations", async () => {
    const turns = createThreadedRenderer();
    const long = "a\n\n".repeat(10_000);
    const ended: string[] = [];
    const render = async (organizationId: string) => {
      await turns.of(organizationId).render(long);
      ended.push(organizationId);
    };
    await Promise.all([render("many"), render("many"), render("many"), render("one")]);
    expect(ended.indexOf("one")).toBeLessThan(2);
  });
});
