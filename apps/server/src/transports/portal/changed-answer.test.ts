import { pino } from "pino";
import { beforeEach, describe, expect, it } from "vitest";
import { make, openDocsScene, type DocsScene } from "../../features/docs/docs.testing.ts";
import { createSites } from "../../features/portal/site.service.ts";
import { startPortal } from "./portal-server.ts";

const publicUrl = "https://docs.example.com";
const log = pino({ level: "silent" });

let scene: DocsScene;
/** The path below the portal. */
let base: string;

beforeEach(async () => {
  scene = await openDocsScene({ name: "Handbook" });
  base = `/${scene.organization.slug}/handbook`;
  const { id } = await make(scene, "folders", { name: "Guide" });
  await make(scene, "pages", { title: "Use", content: "Zebras.", parentFolderPublicId: id });
  await setVersion({ visibility: "public" });
  await publish(scene.versionId);
});

const asAdmin = (method: "POST" | "PATCH" | "DELETE", path: string, body?: object) =>
  scene.send(method, `/${scene.docId}${path}`, body, { key: scene.keys.admin });
const rowVersionOf = async (path: string) =>
  (await scene.send("GET", `/${scene.docId}${path}`)).body["rowVersion"];

async function setVersion(fields: object, versionId = scene.versionId): Promise<void> {
  const path = `/versions/${versionId}`;
  const changed = await asAdmin("PATCH", path, { ...fields, rowVersion: await rowVersionOf(path) });
  expect(changed.status, changed.text).toBe(200);
}

async function setDocumentation(fields: object): Promise<void> {
  const changed = await asAdmin("PATCH", "", { ...fields, rowVersion: await rowVersionOf("") });
  expect(changed.status, changed.text).toBe(200);
}

async function publish(versionId: string, status = "published"): Promise<void> {
  const { status: code, text } = await asAdmin("POST", `/versions/${versionId}/status`, { status });
  expect(code, text).toBe(200);
}

/** Publishes a changed copy of the published version. */
async function publishChanged(change: (copy: DocsScene) => Promise<unknown>): Promise<void> {
  const { body } = await asAdmin("POST", "/versions", { fromVersionId: scene.versionId });
  const versionId = String(body["id"]);
  const inVersion: DocsScene["inVersion"] = (method, path, ...more) =>
    scene.send(method, `/${scene.docId}/versions/${versionId}${path}`, ...more);
  await change({ ...scene, versionId, inVersion });
  await publish(versionId);
  scene = { ...scene, versionId, inVersion };
}

interface Item {
  readonly id: string;
  readonly rowVersion: string;
  readonly children: readonly { readonly page: Item }[];
}

async function readGuide(copy: DocsScene): Promise<Item> {
  return (await copy.inVersion("GET", "/tree")).body["items"]?.[0]?.["folder"] as unknown as Item;
}

async function editPage(copy: DocsScene, content: string): Promise<void> {
  const id = (await readGuide(copy)).children[0]?.page.id;
  const { body } = await copy.inVersion("GET", `/pages/${id}`);
  const change = { title: "Use", content, rowVersion: body["rowVersion"] };
  const { status, text } = await copy.inVersion("PUT", `/pages/${id}`, change);
  expect(status, text).toBe(200);
}

/** Starts a portal like another process, with empty memory. */
async function startNode() {
  const { kernel, platform } = scene.testApp.cells.eu;
  const regions = [{ region: "eu", kernel, platform, sites: createSites(platform) }];
  const portal = await startPortal({ host: "127.0.0.1", port: 0, publicUrl, regions, log });
  return {
    read: (path: string, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${portal.port}${base}${path}`, { redirect: "manual", headers }),
    [Symbol.asyncDispose]: () => portal.close(),
  };
}

/** Reads a page at a newly started node. */
async function readAtNewNode(path: string) {
  await using node = await startNode();
  const response = await node.read(path);
  return { status: response.status, text: await response.text() };
}

describe("a page in a node's cache", () => {
  it("is replaced when anything that it shows changes", async () => {
    const changes: [name: string, change: () => Promise<unknown>, status: number, shown: string][] =
      [
        ["text", () => publishChanged((copy) => editPage(copy, "Okapis.")), 200, "Okapis"],
        ["name", () => setDocumentation({ name: "Manual" }), 200, "Manual"],
        [
          "branding",
          () => setDocumentation({ branding: { logoUrl: null, primaryColor: "#123abc" } }),
          200,
          "_brand.css?c=123abc",
        ],
        [
          "another version",
          async () => {
            const { body } = await asAdmin("POST", "/versions", { label: "2.0" });
            await setVersion({ visibility: "public" }, String(body["id"]));
            await publish(String(body["id"]));
            base = `${base}/v/1.0`;
          },
          200,
          "/v/1.0/guide/use",
        ],
        ["visibility", () => setVersion({ visibility: "internal" }), 404, ""],
        ["visibility again", () => setVersion({ visibility: "public" }), 200, "Okapis"],
        ["the portal", () => setDocumentation({ portalEnabled: false }), 404, ""],
        [
          "the portal, and its slug",
          async () => {
            await setDocumentation({ portalEnabled: true, slug: "manual" });
            base = base.replace("/handbook", "/manual");
          },
          200,
          "/manual/",
        ],
        [
          "where it is",
          () =>
            publishChanged(async (copy) => {
              const { id, rowVersion } = await readGuide(copy);
              await copy.inVersion("PATCH", `/folders/${id}`, { slug: "start", rowVersion });
            }),
          308,
          "",
        ],
        ["its version", () => publish(scene.versionId, "archived"), 404, ""],
      ];
    await using node = await startNode();
    for (const [name, change, status, shown] of changes) {
      await (await node.read("/guide/use")).text();
      await change();
      const made = await readAtNewNode("/guide/use");
      expect([name, made.status], made.text).toEqual([name, status]);
      expect(made.text).toContain(shown);
      for (;;) {
        const kept = await node.read("/guide/use");
        if (kept.status === status && (await kept.text()).includes(shown)) break;
      }
    }
  });

  it("is not shown in a preview, and a preview is not cached for other readers", async () => {
    const { body: copied } = await asAdmin("POST", "/versions", { fromVersionId: scene.versionId });
    const { body } = await asAdmin("POST", `/versions/${String(copied["id"])}/preview`);
    const query = String(body["path"]).split("?")[1] ?? "";
    await using node = await startNode();
    const begun = await node.read(`/?${query}`);
    const [cookie = ""] = String(begun.headers.get("set-cookie")).split(";");
    for (const headers of [{ cookie }, {}, { cookie }]) {
      const shown = await node.read("/guide/use", headers);
      expect((await shown.text()).includes("A preview")).toBe("cookie" in headers);
      expect(shown.headers.get("cache-control") === "private, no-store").toBe("cookie" in headers);
    }
  });
});
