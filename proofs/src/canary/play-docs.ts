import { createHash } from "node:crypto";
import type { OperationName } from "@lintel/contract/catalog";

type Fields = Readonly<Record<string, unknown>>;
type Must = (name: OperationName, key: string, fields?: Fields) => Promise<Fields>;

/** Calls an operation, with the fields that all calls share. */
type Call = (name: OperationName, fields?: Fields) => Promise<Fields>;

/** Calls every operation of documentation successfully. */
export async function playDocs(must: Must, key: string): Promise<void> {
  const { id: projectId } = await must("createProject", key, { name: "Docs" });
  const inProject: Call = (name, fields = {}) => must(name, key, { projectId, ...fields });
  const made = await inProject("createDocumentation", { name: "Guide" });
  const doc = { docId: made["id"] };
  const { rowVersion } = await inProject("getDocumentation", doc);
  await inProject("updateDocumentation", { ...doc, name: "Renamed", rowVersion });
  await inProject("listDocumentations");
  await inProject("searchDocs", { query: "page" });
  await inProject("listDocFeedback", doc);
  const version = await inProject("createDocVersion", { ...doc, label: "2.0" });
  const place = { ...doc, versionId: version["id"] };
  const inVersion: Call = (name, fields = {}) => inProject(name, { ...place, ...fields });
  await useTree(inVersion);
  await useFiles(inVersion);
  await useAssets(inVersion);
  await useReferences(inProject, inVersion);
  const read = await inVersion("getDocVersion");
  const change = { visibility: "public", rowVersion: read["rowVersion"] };
  await inVersion("updateDocVersion", change);
  await inVersion("changeDocVersionStatus", { status: "published" });
  await inVersion("changeDocVersionStatus", { status: "archived" });
  await inVersion("deleteDocVersion");
  await inProject("deleteDocumentation", doc);
}

async function useTree(call: Call): Promise<void> {
  const { id: folderId } = await call("createDocFolder", { name: "Start" });
  const folder = await call("getDocFolder", { folderId });
  const { rowVersion } = folder;
  await call("updateDocFolder", { folderId, name: "First", rowVersion });
  const { id: pageId } = await call("createDocPage", { title: "Page", content: "# Page" });
  const page = await call("getDocPage", { pageId });
  await call("renderDocPage", { pageId, content: "# Draft" });
  const { lockId } = await call("lockDocPage", { pageId });
  const change = { title: "Page", content: "Text", rowVersion: page["rowVersion"], lockId };
  await call("updateDocPage", { pageId, ...change });
  const { items } = await call("listDocPageRevisions", { pageId });
  const [revision] = items as readonly { id: string }[];
  await call("getDocPageRevision", { pageId, revisionId: revision?.id });
  await call("unlockDocPage", { pageId, lockId });
  await call("reorderDocTree", {
    parentFolderPublicId: null,
    itemPublicIds: [pageId, folderId],
  });
  await call("moveDocItem", { itemPublicId: pageId, parentFolderPublicId: folderId });
  await call("getDocTree");
  await call("createDocPreview");
  await call("deleteDocPage", { pageId });
  await call("deleteDocFolder", { folderId });
}

async function useFiles(call: Call): Promise<void> {
  const text = "---\ntitle: Pushed\n---\n# Text\n";
  const digest = createHash("sha256").update(text).digest("hex");
  const files = [{ path: "pushed.md", digest, text }];
  await call("syncDocVersion", { files, isPreview: true });
  await call("syncDocVersion", { files, onConflict: "overwrite" });
  await call("listDocFiles");
  await call("readDocFiles", { paths: ["pushed.md"] });
}

async function useAssets(call: Call): Promise<void> {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
  const contentBase64 = Buffer.from(svg).toString("base64");
  const path = "images/dot.svg";
  const { digest } = await call("uploadDocAsset", { path, contentBase64 });
  await call("listDocAssets");
  await call("findMissingDocAssets", { digests: [digest] });
  await call("getDocAsset", { digest });
  await call("getDocAsset", { digest, form: "clean" });
  await call("deleteDocAsset", { path });
}

async function useReferences(inProject: Call, call: Call): Promise<void> {
  const { id: specId } = await inProject("createSpec", { name: "Books" });
  const { id: referenceId } = await call("attachDocReference", { specId });
  await call("updateDocReference", { referenceId });
  await call("getDocReferenceDocument", { referenceId });
  const fromPath = "old/books";
  await call("addDocRedirect", { fromPath, itemPublicId: referenceId });
  await call("listDocRedirects");
  await call("deleteDocRedirect", { fromPath });
  await call("removeDocReference", { referenceId });
}
