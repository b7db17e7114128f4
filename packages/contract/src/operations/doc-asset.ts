import Type from "typebox";
import { file, operation } from "../declare/operation.ts";
import { Id, nullable, page, pagingInput, record } from "../shapes/common.ts";
import { assetFacts, assetMediaTypes, AssetPath, Digest, DocAsset } from "../shapes/docs.ts";

const group = "Docs as Code";
const base = "/api/projects/{projectId}/docs/{docId}/versions/{versionId}/assets";
const place = { docId: Id, versionId: Id };

export const uploadDocAsset = operation({
  name: "uploadDocAsset",
  title: "Upload an asset",
  summary:
    "Stores an image, a PDF or a video, and adds it to the version at a path. Equal bytes are stored once. Without a path, they are kept for a day until a version uses them.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "doc_asset.uploaded",
  rest: {
    method: "POST",
    path: base,
    status: 201,
    location: `${base}/{digest}`,
    maxBodyMiB: 15,
  },
  input: {
    ...place,
    path: Type.Optional(AssetPath),
    contentBase64: Type.String({
      description: "The content in Base64 (RFC 4648 §4), at most 10 MiB of bytes.",
    }),
    digest: Type.Optional(
      Type.String({
        pattern: "^[0-9a-f]{64}$",
        description: "SHA-256 of the bytes. Other bytes are refused.",
      }),
    ),
  },
  output: record({ path: nullable(AssetPath), ...assetFacts }),
  problems: ["VERSION_NOT_EDITABLE", "ASSET_REFUSED", "STORAGE_FULL", "PAYLOAD_TOO_LARGE"],
});

export const listDocAssets = operation({
  name: "listDocAssets",
  title: "List the assets of a version",
  summary: "Lists the files of the version, by path.",
  group,
  permission: "docs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: base },
  input: { ...place, ...pagingInput },
  output: page(DocAsset),
  problems: [],
});

export const findMissingDocAssets = operation({
  name: "findMissingDocAssets",
  title: "Find missing assets",
  summary:
    "Returns which files the organization does not have yet, so that only those are uploaded.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "POST", path: `${base}/missing` },
  input: { ...place, digests: Type.Array(Digest, { maxItems: 5000 }) },
  output: record({ missing: Type.Array(Digest) }),
  problems: [],
});

export const getDocAsset = operation({
  name: "getDocAsset",
  title: "Download an asset",
  summary: "Returns a file of the version, as it was uploaded or as readers get it.",
  group,
  permission: "docs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: `${base}/{digest}` },
  input: {
    ...place,
    digest: Digest,
    form: Type.Optional(
      Type.Enum(["original", "clean"], {
        default: "original",
        description:
          "clean: an SVG without scripts and external addresses; other files are unchanged.",
      }),
    ),
  },
  output: file(assetMediaTypes),
  problems: [],
});

export const deleteDocAsset = operation({
  name: "deleteDocAsset",
  title: "Delete an asset",
  summary: "Removes the file at a path from the version. Other versions keep it.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "doc_asset.deleted",
  rest: { method: "DELETE", path: base },
  input: { ...place, path: AssetPath },
  output: null,
  problems: ["VERSION_NOT_EDITABLE"],
});
