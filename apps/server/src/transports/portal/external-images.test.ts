import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDocsScene, type DocsScene } from "../../features/docs/docs.testing.ts";
import { push } from "../../features/docs/sync.testing.ts";
import { startPortal, type PortalServer } from "./portal-server.ts";

let scene: DocsScene;
let portal: PortalServer;
let cookie: string;

beforeAll(async () => {
  scene = await openDocsScene({ name: "Handbook" });
  const regions = Object.values(scene.testApp.cells);
  const log = pino({ level: "silent" });
  portal = await startPortal({ host: "127.0.0.1", port: 0, publicUrl: null, regions, log });
  const { body } = await scene.inVersion("POST", "/preview", {});
  const begun = await fetch(`${portal.address}${String(body["path"])}`, { redirect: "manual" });
  cookie = String(begun.headers.get("set-cookie")).split(";")[0] ?? "";
});

afterAll(() => portal.close());

async function readPage() {
  const address = `${portal.address}/${scene.organization.slug}/handbook/a`;
  const response = await fetch(address, { headers: { cookie } });
  const policy = response.headers.get("content-security-policy") ?? "";
  const images = policy.split("; ").find((part) => part.startsWith("img-src"));
  return { html: await response.text(), images };
}

async function allow(allowsExternalImages: boolean, key = scene.keys.admin) {
  const { body } = await scene.send("GET", `/${scene.docId}`);
  const change = { allowsExternalImages, rowVersion: body["rowVersion"] };
  return scene.send("PATCH", `/${scene.docId}`, change, { key });
}

const page = `![A](https://img.invalid/a.png)\n\n<img src="//img.invalid/b.png" alt="B">\n\n![C](http://img.invalid/c.png)\n\n<img src="javascript:x()" alt="D">`;

it("images of other sites are shown if the documentation allows them, only by https", async () => {
  const pushed = await push(scene, { "a.md": page });
  expect(pushed.body["warnings"]).toHaveLength(4);
  const before = await readPage();
  expect(before.html).not.toContain("img.invalid");
  expect(before.images).toBe("img-src 'self'");

  expect((await allow(true)).body).toMatchObject({ allowsExternalImages: true });
  const during = await readPage();
  expect(during.html).toContain('<img src="https://img.invalid/a.png" alt="A"');
  expect(during.html).toContain('<img src="https://img.invalid/b.png" alt="B"');
  expect(during.html).not.toContain("c.png");
  expect(during.html).not.toContain("javascript:");
  expect(during.images).toBe("img-src 'self' https:");
  expect((await push(scene, { "a.md": `${page}\n` })).body["warnings"]).toHaveLength(2);

  await allow(false);
  const after = await readPage();
  expect(after.html).not.toContain("img.invalid");
  expect(after.images).toBe("img-src 'self'");
});

it("a member who may not publish cannot allow them", async () => {
  expect((await allow(true, scene.keys.member)).status).toBe(403);
});
