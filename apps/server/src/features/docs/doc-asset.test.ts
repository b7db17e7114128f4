import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { makeKey, makeMember, makeProject } from "../../testing/factories.ts";
import { request, type TestResponse } from "../../testing/request.ts";
import { assetCleanup } from "./doc-asset.schedule.ts";
import { openDocsScene, type DocsScene } from "./docs.testing.ts";

let scene: DocsScene;

beforeEach(async () => {
  scene = await openDocsScene();
});

const digestOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const latin = (text: string) => Buffer.from(text, "latin1");

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([latin(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A PNG whose header declares this size, without pixels. */
function png(width: number, height: number, text = ""): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  return Buffer.concat([
    latin("\x89PNG\r\n\x1a\n"),
    chunk("IHDR", header),
    chunk("tEXt", latin(`a\0${text}`)),
    chunk("IDAT", Buffer.alloc(0)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const gif = latin("GIF89a\x07\0\x05\0\x80\0\0\0\0\0\xff\xff\xff;");
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"';

/** The shortest bytes that identify each type. */
const files = {
  "image/png": png(3, 2),
  "image/jpeg": latin(
    "\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xc0\0\x0b\x08\0\x02\0\x03\x01\x01\x11\0\xff\xd9",
  ),
  "image/gif": gif,
  "image/webp": latin("RIFF\x1a\0\0\0WEBPVP8L\x0e\0\0\0\x2f\x02\x40\0\0\0\0\0\0\0\0\0\0\0\0\0"),
  "image/avif": latin(
    "\0\0\0\x18ftypavif\0\0\0\0avifmif1\0\0\0\x34meta\0\0\0\0\0\0\0\x28iprp\0\0\0\x20ipco\0\0\0\x14ispe\0\0\0\0\0\0\0\x03\0\0\0\x02\0\0\0\x04",
  ),
  "image/x-icon": latin("\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0\x01\0\0\0\x16\0\0\0\0"),
  "application/pdf": latin("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n"),
  "video/mp4": latin("\0\0\0\x18ftypisom\0\0\x02\0isomiso2\0\0\0\x08free"),
  "video/webm": latin("\x1a\x45\xdf\xa3\x87\x42\x82\x84webm"),
  "image/svg+xml": latin(`${svg}/>`),
};

const upload = (bytes: Uint8Array, more: object = {}, key?: string): Promise<TestResponse> =>
  scene.inVersion(
    "POST",
    "/assets",
    { contentBase64: Buffer.from(bytes).toString("base64"), ...more },
    key === undefined ? {} : { key },
  );

async function listPaths(): Promise<string[]> {
  const { body } = await scene.inVersion("GET", "/assets");
  return (body["items"] as unknown as { path: string }[]).map(({ path }) => path);
}

async function readBytes(digest: string, query = "", key = scene.keys.viewer) {
  const { testApp, projectId, docId, versionId } = scene;
  const response = await testApp.app.inject({
    url: `/api/projects/${projectId}/docs/${docId}/versions/${versionId}/assets/${digest}${query}`,
    headers: { "x-api-key": key },
  });
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
}

async function findMissing(...digests: string[]): Promise<unknown> {
  return (await scene.inVersion("POST", "/assets/missing", { digests })).body["missing"];
}

const database = async () => (await scene.testApp.cells.eu.open()).db;

/** Makes the organization's assets and uploads older. */
async function age(hours: number): Promise<void> {
  const db = await database();
  const at = new Date(Date.now() - hours * 3_600_000);
  const { id } = scene.organization;
  await db
    .updateTable("docAsset")
    .set({ createdAt: at })
    .where("organizationId", "=", id)
    .execute();
  await db
    .updateTable("docAssetUpload")
    .set({ uploadedAt: at })
    .where("organizationId", "=", id)
    .execute();
  await assetCleanup(scene.testApp.cells.eu.platform).run(db, new AbortController().signal);
}

/** The digests of the bytes that the organization has stored. */
async function listStored(): Promise<string[]> {
  const db = await database();
  const rows = await db
    .selectFrom("docAsset")
    .select("digest")
    .where("organizationId", "=", scene.organization.id)
    .execute();
  return rows.map(({ digest }) => digest);
}

async function newVersion(fields: object): Promise<string> {
  const { body, text, status } = await scene.send("POST", `/${scene.docId}/versions`, fields);
  expect(status, text).toBe(201);
  return String(body["id"]);
}

describe("an asset", () => {
  it.each(Object.entries(files))(
    "of %s is recognized by its bytes only",
    async (mediaType, bytes) => {
      const digest = digestOf(bytes);
      const { status, body, text, headers } = await upload(bytes, { path: "wrong/name.exe" });
      expect(status, text).toBe(201);
      expect(body).toMatchObject({ path: "wrong/name.exe", digest, mediaType, size: bytes.length });
      expect(headers["location"]).toMatch(new RegExp(`/assets/${digest}$`));
      const isPicture = mediaType.startsWith("image/");
      expect([body["width"] !== null, body["height"] !== null]).toEqual([isPicture, isPicture]);
      const read = await readBytes(digest);
      expect(read.bytes.equals(bytes)).toBe(true);
      expect(read.headers).toMatchObject({
        "content-type": mediaType,
        "content-disposition": 'attachment; filename="name.exe"',
        "x-content-type-options": "nosniff",
      });
    },
  );

  it("has its pixels read from its headers", async () => {
    const sizes = await Promise.all(
      (["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"] as const).map(
        async (type) => {
          const { body } = await upload(files[type]);
          return [body["width"], body["height"]];
        },
      ),
    );
    expect(sizes).toEqual([
      [3, 2],
      [3, 2],
      [7, 5],
      [3, 2],
      [3, 2],
    ]);
  });

  it.each([
    ["nothing", Buffer.alloc(0), "empty"],
    [
      "one byte too many",
      Buffer.concat([png(1, 1), Buffer.alloc(10_485_761 - png(1, 1).length)]),
      "10 MiB",
    ],
    ["text", latin("hello"), "no known kind"],
    ["HTML", latin("<!doctype html><script>1</script>"), "SVG"],
    ["SVG with the DOCTYPE of HTML", latin(`<!DOCTYPE html>${svg}/>`), "DOCTYPE"],
    ["XML", latin('<?xml version="1.0"?><a/>'), "no SVG"],
    ["a programme", latin("MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0"), "not taken"],
    ["an archive", latin("PK\x03\x04\x14\0\0\0\0\0"), "not taken"],
    ["a bitmap", latin("BM\x1e\0\0\0\0\0\0\0\x1a\0\0\0\x0c\0\0\0\x01\0\x01\0"), "not taken"],
    ["a PNG that is cut off", png(3, 2).subarray(0, 20), ""],
    ["a PNG of no width", png(0, 2), "cannot be read"],
    ["a PNG of 4,294,967,295 pixels each way", png(0xffffffff, 0xffffffff), "pixels"],
    ["a PNG of 65,535 pixels each way", png(65_535, 65_535), "65535 × 65535 pixels"],
    ["a GIF of 65,535 pixels each way", latin("GIF89a\xff\xff\xff\xff\0\0\0;"), "pixels"],
    [
      "an SVG of two encodings",
      Buffer.concat([latin(`${svg}>`), Buffer.from([0xe9, 0x3c])]),
      "known",
    ],
  ])("is not %s", async (_, bytes, detail) => {
    const { status, body } = await upload(bytes, { path: "a.png" });
    expect([status, body["code"]]).toEqual([400, "ASSET_REFUSED"]);
    expect(body["detail"]).toContain(detail);
    expect(await listPaths()).toEqual([]);
  });

  it("of exactly 10 MiB is accepted, one whose body is too large is not read", async () => {
    const most = Buffer.concat([png(1, 1), Buffer.alloc(10_485_760 - png(1, 1).length)]);
    const { status, body } = await upload(most);
    expect([status, body["size"]]).toEqual([201, 10_485_760]);
    const larger = await scene.inVersion("POST", "/assets", {
      contentBase64: "A".repeat(15 * 1024 * 1024),
    });
    expect([larger.status, larger.body["code"]]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  });

  it("that is a script as well stays a picture", async () => {
    const polyglot = latin("GIF89a/*\x05\0\x80\0\0*/=1;alert(1)//;");
    const { body } = await upload(polyglot, { path: "run.js" });
    expect(body["mediaType"]).toBe("image/gif");
    const { headers } = await readBytes(digestOf(polyglot));
    expect([headers["content-type"], headers["x-content-type-options"]]).toEqual([
      "image/gif",
      "nosniff",
    ]);
  });

  it("of SVG is stored as uploaded, and cleaned for readers", async () => {
    const given = latin(`<?xml version="1.0"?>\r\n${svg} onload="boom()"><script>1</script></svg>`);
    const { body } = await upload(given, { path: "a.svg" });
    const digest = digestOf(given);
    expect(body).toMatchObject({ digest, mediaType: "image/svg+xml", width: 4, height: 3 });
    expect((await readBytes(digest)).bytes.equals(given)).toBe(true);
    const clean = (await readBytes(digest, "?form=clean")).bytes.toString();
    expect(clean).toContain('width="4"');
    expect(clean).not.toMatch(/onload|script/);
    await upload(gif, { path: "a.gif" });
    expect((await readBytes(digestOf(gif), "?form=clean")).bytes.equals(gif)).toBe(true);
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`${svg}/>`, "utf16le")]);
    expect((await upload(wide)).body["mediaType"]).toBe("image/svg+xml");
  });

  it("is refused if its bytes do not match the digest or are not Base64", async () => {
    const other = await upload(gif, { digest: "0".repeat(64) });
    expect(other.body["errors"]).toMatchObject([{ field: "digest" }]);
    expect((await upload(gif, { digest: digestOf(gif) })).status).toBe(201);
    for (const contentBase64 of ["????", "R0lGODlh\n", "R0lGO", "R0lG=ODlh"]) {
      const refused = await scene.inVersion("POST", "/assets", { contentBase64 });
      expect(refused.body["errors"]).toMatchObject([{ field: "contentBase64" }]);
    }
  });

  it.each(["/a.png", "a/", "a//b", "../a", "a/../b", "./a", "", "a\\b", "a\u0000b", "a\nb"])(
    "is not put at the path %j",
    async (path) => {
      const refused = await upload(gif, { path });
      expect(refused.body["errors"]).toMatchObject([{ field: "path" }]);
    },
  );

  it("is stored once, however often it is uploaded at once", async () => {
    const answers = await Promise.all(
      ["a", "b", "c", "a", "d"].map((path) => upload(gif, { path: `images/${path}.gif` })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(await listPaths()).toEqual(["a", "b", "c", "d"].map((name) => `images/${name}.gif`));
    expect(await listStored()).toEqual([digestOf(gif)]);
  });

  it("replaces another one at its path, and the tree's tag changes", async () => {
    const tag = async () => (await scene.inVersion("GET", "/tree")).headers["etag"];
    const before = await tag();
    await upload(gif, { path: "a" });
    const after = await tag();
    expect(after).not.toBe(before);
    await upload(gif, { path: "a" });
    expect(await tag()).toBe(after);
    await upload(files["image/png"], { path: "a" });
    expect(await tag()).not.toBe(after);
    expect(await listPaths()).toEqual(["a"]);
    expect(await findMissing(digestOf(gif), digestOf(files["image/png"]))).toEqual([digestOf(gif)]);
  });

  it("is deleted with the last path that uses it", async () => {
    const digest = digestOf(gif);
    for (const path of ["a", "b"]) await upload(gif, { path });
    const remove = (path: string) => scene.inVersion("DELETE", `/assets?path=${path}`);
    expect((await remove("a")).status).toBe(204);
    expect((await remove("a")).status).toBe(404);
    expect((await readBytes(digest)).status).toBe(200);
    const copy = await newVersion({ fromVersionId: scene.versionId });
    expect((await remove("b")).status).toBe(204);
    expect((await readBytes(digest)).status).toBe(404);
    expect(await findMissing(digest)).toEqual([]);
    const copied = await scene.send("GET", `/${scene.docId}/versions/${copy}/assets`);
    expect(copied.body["items"]).toMatchObject([{ path: "b", digest }]);
    const last = `/${scene.docId}/versions/${copy}/assets?path=b`;
    expect((await scene.send("DELETE", last)).status).toBe(204);
    expect(await findMissing(digest)).toEqual([digest]);
  });

  it("that no version uses is kept for a day", async () => {
    const digest = digestOf(gif);
    expect((await upload(gif)).body["path"]).toBeNull();
    expect(await listPaths()).toEqual([]);
    expect((await readBytes(digest)).status).toBe(404);
    await age(23);
    expect(await findMissing(digest)).toEqual([]);
    await age(25);
    expect(await findMissing(digest)).toEqual([digest]);
    expect(await listStored()).toEqual([]);
    await upload(gif, { path: "a" });
    await age(1000);
    expect(await findMissing(digest)).toEqual([]);
  });

  it("is deleted a day after the version that used it", async () => {
    const copy = await newVersion({});
    await scene.send("POST", `/${scene.docId}/versions/${copy}/assets`, {
      path: "a",
      contentBase64: gif.toString("base64"),
    });
    const { admin } = scene.keys;
    const path = `/${scene.docId}/versions/${copy}`;
    expect((await scene.send("DELETE", path, undefined, { key: admin })).status).toBe(204);
    // The project could use the bytes only through that version.
    expect(await findMissing(digestOf(gif))).toEqual([digestOf(gif)]);
    expect(await listStored()).toEqual([digestOf(gif)]);
    await age(25);
    expect(await listStored()).toEqual([]);
  });

  it("is refused if the organization's storage is full", async () => {
    const db = await database();
    await db
      .insertInto("docAsset")
      .values({
        organizationId: scene.organization.id,
        digest: "0".repeat(64),
        mediaType: "video/mp4",
        size: 2_147_483_647 - gif.length + 1,
        bytes: Buffer.from([1]),
        createdAt: new Date(),
      })
      .execute();
    expect((await upload(gif)).status).toBe(201);
    const full = await upload(files["image/png"]);
    expect([full.status, full.body["code"]]).toEqual([409, "STORAGE_FULL"]);
    expect(full.body["limitBytes"]).toBe(2_147_483_648);
    // Bytes that are already stored need no more space.
    expect((await upload(gif, { path: "again" })).status).toBe(201);
  });

  it("is reported once to a project that does not have it", async () => {
    const known = digestOf(gif);
    const unknown = "f".repeat(64);
    await upload(gif);
    expect(await findMissing(unknown, known, unknown)).toEqual([unknown]);
    expect(await findMissing()).toEqual([]);
    const other = await openDocsScene();
    const elsewhere = await other.inVersion("POST", "/assets/missing", { digests: [known] });
    expect(elsewhere.body["missing"]).toEqual([known]);
  });

  it("is not read through another version, documentation or organization", async () => {
    const digest = digestOf(gif);
    await upload(gif, { path: "a" });
    const empty = await newVersion({});
    const versions = `/${scene.docId}/versions`;
    expect((await scene.send("GET", `${versions}/${empty}/assets/${digest}`)).status).toBe(404);
    const other = await openDocsScene();
    expect((await other.inVersion("GET", `/assets/${digest}`)).status).toBe(404);
    expect((await readBytes(digest, "", other.keys.owner)).status).toBe(404);
    expect((await readBytes("none")).status).toBe(404);
  });

  it("stays as it is once the version is published", async () => {
    await upload(gif, { path: "a" });
    const { admin: key } = scene.keys;
    const published = { status: "published" };
    expect((await scene.inVersion("POST", "/status", published, { key })).status).toBe(200);
    for (const more of [{ path: "b" }, {}])
      expect((await upload(gif, more)).body["code"]).toBe("VERSION_NOT_EDITABLE");
    const refused = await scene.inVersion("DELETE", "/assets?path=a");
    expect(refused.body["code"]).toBe("VERSION_NOT_EDITABLE");
    expect(await listPaths()).toEqual(["a"]);
  });

  it("is read by viewers, and written by members", async () => {
    const { viewer } = scene.keys;
    await upload(gif, { path: "a" });
    const list = await scene.inVersion("GET", "/assets", undefined, { key: viewer });
    expect(list.status).toBe(200);
    expect((await readBytes(digestOf(gif))).status).toBe(200);
    const refused = [
      await upload(gif, { path: "b" }, viewer),
      await scene.inVersion("DELETE", "/assets?path=a", undefined, { key: viewer }),
      await scene.inVersion("POST", "/assets/missing", { digests: [] }, { key: viewer }),
    ];
    for (const { status, body } of refused)
      expect([status, body["code"]]).toEqual([403, "ROLE_INSUFFICIENT"]);
  });
});

describe("an asset of another project", () => {
  /** A documentation of the same organization, and a member who sees only its project. */
  async function openOther(): Promise<{ key: string; version: string }> {
    const { testApp, organization } = scene;
    const projectId = await makeProject(testApp, organization);
    const { userId } = await makeMember(testApp, organization, "member");
    const permissions = (["docs:read", "docs:write"] as const).map((permission) => ({
      permission,
      projectId,
    }));
    const key = await makeKey(testApp, organization, userId, permissions);
    const path = `/api/projects/${projectId}/docs`;
    const made = await request(testApp, { method: "POST", path, key, body: { name: "Other" } });
    expect(made.status, made.text).toBe(201);
    const { id, versions } = made.body;
    const version = `${path}/${String(id)}/versions/${String(versions?.[0]?.["id"])}`;
    return { key, version };
  }

  it("is missing, cannot be synced and is not read, even by a caller who knows its digest", async () => {
    const { testApp } = scene;
    const digest = digestOf(gif);
    await upload(gif, { path: "a.gif" });
    await upload(files["image/png"]);
    const { key, version } = await openOther();
    const digests = [digest, digestOf(files["image/png"])];
    const call = (path: string, body?: object) =>
      request(testApp, {
        method: body === undefined ? "GET" : "POST",
        path: `${version}${path}`,
        key,
        ...(body === undefined ? {} : { body }),
      });
    expect((await call("/assets/missing", { digests })).body["missing"]).toEqual(digests);
    const wanted = [{ path: "a.gif", digest }];
    const preview = await call("/sync", { files: wanted, isPreview: true });
    expect(preview.body["needed"]).toEqual(["a.gif"]);
    const synced = await call("/sync", { files: wanted });
    expect(synced.status).toBe(400);
    expect(synced.body["errors"]).toMatchObject([{ code: "ASSET_MISSING" }]);
    expect((await call(`/assets/${digest}`)).status).toBe(404);
    // A project that uploads the same bytes may use them. They are stored once.
    const sent = { contentBase64: gif.toString("base64") };
    expect((await call("/assets", sent)).status).toBe(201);
    expect((await call("/assets/missing", { digests: [digest] })).body["missing"]).toEqual([]);
    expect((await call("/sync", { files: wanted })).status).toBe(200);
    expect((await call(`/assets/${digest}`)).status).toBe(200);
    expect((await listStored()).toSorted()).toEqual(digests.toSorted());
  });

  it("stays for a project that uploaded it when another one removes it", async () => {
    const digest = digestOf(gif);
    await upload(gif, { path: "a" });
    const { key, version } = await openOther();
    const body = { contentBase64: gif.toString("base64") };
    await request(scene.testApp, { method: "POST", path: `${version}/assets`, key, body });
    expect((await scene.inVersion("DELETE", "/assets?path=a")).status).toBe(204);
    expect(await findMissing(digest)).toEqual([digest]);
    expect(await listStored()).toEqual([digest]);
    const files = [{ path: "a.gif", digest }];
    const path = `${version}/sync`;
    const synced = await request(scene.testApp, { method: "POST", path, key, body: { files } });
    expect(synced.status, synced.text).toBe(200);
  });

  it("is usable through versions that were archived, and in copies of them", async () => {
    const digest = digestOf(gif);
    await upload(gif, { path: "a" });
    const { admin: key } = scene.keys;
    await scene.inVersion("POST", "/status", { status: "published" }, { key });
    await scene.inVersion("POST", "/status", { status: "archived" }, { key });
    await age(25);
    expect(await findMissing(digest)).toEqual([]);
    const copy = await newVersion({ fromVersionId: scene.versionId });
    const versions = `/${scene.docId}/versions`;
    const removed = await scene.send("DELETE", `${versions}/${scene.versionId}`, undefined, {
      key,
    });
    expect(removed.status).toBe(204);
    await age(25);
    expect((await scene.send("GET", `${versions}/${copy}/assets/${digest}`)).status).toBe(200);
  });
});
