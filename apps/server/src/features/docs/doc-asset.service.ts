import { createHash } from "node:crypto";
import type { InputOf, OutgoingFile, OutputOf } from "@lintel/contract/operation";
import type * as declared from "@lintel/contract/operations/doc-asset";
import type { AssetMediaType, DocAsset } from "@lintel/contract/shapes/docs";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { readPaging, type Page } from "../../platform/paging.ts";
import { invalid, notFound, Problem } from "../../platform/problem.ts";
import type { InspectedAsset } from "./assets/inspect-asset.ts";
import {
  deleteUnused,
  deleteVersionAsset,
  insertAsset,
  isStored,
  lockAssets,
  putUpload,
  putVersionAsset,
  selectUsable,
  selectVersionAsset,
  selectVersionAssets,
  sumSizes,
  type AssetFacts,
} from "./doc-asset.store.ts";
import { findVersion, lockEditable, subjectOf, type StoredVersion } from "./doc-visibility.ts";
import { rowsOf } from "./doc-tree.service.ts";
import { isHidden } from "./file-names.rules.ts";
import { touchTree } from "./doc-version.store.ts";

/** Total bytes of the assets of one organization: 2 GiB. */
const maxTotalBytes = 2 * 1024 ** 3;

/** A file whose type was detected and that the portal can show. */
export interface ReadyAsset extends InspectedAsset {
  readonly digest: string;
  readonly bytes: Uint8Array;
}

/** Reads the upload before the transaction, because cleaning can take a while. */
export async function readUpload(
  _context: ProjectContext,
  { contentBase64, digest: named, path }: InputOf<typeof declared.uploadDocAsset>,
): Promise<ReadyAsset> {
  if (path !== undefined) checkPath(path);
  const bytes = Buffer.from(contentBase64, "base64");
  // The decoder skips characters that are not Base64.
  if (bytes.toString("base64") !== contentBase64) {
    const message = "Encode the bytes in Base64 with its padding, without line breaks.";
    throw invalid({ field: "contentBase64", code: "base64", message });
  }
  const digest = createHash("sha256").update(bytes).digest("hex");
  if (named !== undefined && named !== digest) {
    const message = `The bytes have the SHA-256 ${digest}: they were changed on their way.`;
    throw invalid({ field: "digest", code: "mismatch", message });
  }
  // The detection library is loaded with the first upload, so that it does not delay the start.
  const { inspectAsset } = await import("./assets/inspect-asset.ts");
  return { digest, bytes, ...(await inspectAsset(bytes)) };
}

export async function addAsset(
  context: ProjectContext,
  input: InputOf<typeof declared.uploadDocAsset>,
  asset: ReadyAsset,
): Promise<OutputOf<typeof declared.uploadDocAsset>> {
  const version = await lockEditable(context, input);
  const { path = null } = input;
  await storeBytes(context, asset);
  // The project may use what it uploaded, even if another project had already stored the same
  // bytes.
  if (path === null) await putUpload(context.db, context, asset.digest, context.now);
  else await usePath(context, version, path, asset.digest);
  const size = asset.bytes.length;
  context.emit("doc_asset.uploaded", {
    subject: subjectOf(version),
    data: { docId: version.documentationId, digest: asset.digest, size },
    details: { path },
  });
  return { path, ...toFacts({ ...asset, size }) };
}

export async function listAssets(
  context: ProjectContext,
  input: InputOf<typeof declared.listDocAssets>,
): Promise<Page<DocAsset>> {
  const version = await findVersion(context, input);
  const page = await selectVersionAssets(context.db, rowsOf(version), readPaging(input));
  return { ...page, items: page.items.map(({ path, ...row }) => ({ path, ...toFacts(row) })) };
}

export async function findMissing(
  context: ProjectContext,
  input: InputOf<typeof declared.findMissingDocAssets>,
): Promise<{ missing: string[] }> {
  await findVersion(context, input);
  const usable = await selectUsable(context.db, context, input.digests);
  return { missing: [...new Set(input.digests)].filter((digest) => !usable.has(digest)) };
}

export async function readAsset(
  context: ProjectContext,
  input: InputOf<typeof declared.getDocAsset>,
): Promise<OutgoingFile> {
  const version = await findVersion(context, input);
  const asset = await selectVersionAsset(context.db, rowsOf(version), input.digest);
  if (asset === undefined) throw notFound("The asset");
  const { mediaType, bytes, cleanBytes, path } = asset;
  return {
    mediaType,
    fileName: path.split("/").at(-1) ?? path,
    content: input.form === "clean" ? (cleanBytes ?? bytes) : bytes,
  };
}

export async function removeAsset(
  context: ProjectContext,
  input: InputOf<typeof declared.deleteDocAsset>,
): Promise<void> {
  const version = await lockEditable(context, input);
  const { db, organizationId } = context;
  await lockAssets(db, organizationId);
  const digest = await deleteVersionAsset(db, rowsOf(version), input.path);
  if (digest === null) throw notFound("The asset");
  await deleteUnused(db, organizationId, digest);
  await touchTree(db, version);
  context.emit("doc_asset.deleted", {
    subject: subjectOf(version),
    data: { docId: version.documentationId, digest },
    details: { path: input.path },
  });
}

async function storeBytes(
  { db, organizationId, now }: ProjectContext,
  { digest, bytes, cleanBytes, mediaType, width, height }: ReadyAsset,
): Promise<void> {
  await lockAssets(db, organizationId);
  if (await isStored(db, organizationId, digest)) return;
  const total = await sumSizes(db, organizationId);
  const size = bytes.length;
  if (total + size > maxTotalBytes) {
    const detail = `All assets have ${total} bytes; with these ${size} they would be more than ${maxTotalBytes}.`;
    throw new Problem("STORAGE_FULL", detail, { usedBytes: total, limitBytes: maxTotalBytes });
  }
  const facts = { digest, mediaType, size, width, height };
  await insertAsset(db, { organizationId, ...facts, bytes, cleanBytes, createdAt: now });
}

async function usePath(
  { db, organizationId }: ProjectContext,
  version: StoredVersion,
  path: string,
  digest: string,
): Promise<void> {
  const before = await putVersionAsset(db, rowsOf(version), path, digest);
  if (before === digest) return;
  if (before !== null) await deleteUnused(db, organizationId, before);
  await touchTree(db, version);
}

function checkPath(path: string): void {
  if (!isHidden(path)) return;
  const message =
    "Name the path from the folder of the documentation, without names that begin with a dot.";
  throw invalid({ field: "path", code: "pattern", message });
}

function toFacts({ digest, mediaType, size, width, height }: AssetFacts) {
  return { digest, mediaType: mediaType as AssetMediaType, size, width, height };
}
