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
    "Stores a picture, a PDF or a film, and puts it at a path of the version. Equal bytes are stored once. Without a path they wait a day for a version that uses them.",
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
      description: "The bytes in Base64 (RFC 4648 §4), at most 10 MiB of them.",
    }),
    digest: Type.Optional(
      Type.String({
        pattern: "^[0-9a-f]{64}$",
        description: "SHA-256 of the bytes, to have them refused where they are others.",
      }),
    ),
  },
  output: record({ path: nullable(AssetPath), ...assetFacts }),
  problems: ["VERSION_NOT_EDITABLE", "ASSET_REFUSED", "STORAGE_FULL", "PAYLOAD_TOO_LARGE"],
});

export const listDocAssets = operation({
  name: "listDocAssets",
  title: "List the assets of a version",
  summary: "Every path at which the version has a file, with what is there, by path.",
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
  summary: "Tells which bytes the organization lacks, so that only those are uploaded.",
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
  summary: "The bytes of a file of the version, as they were given or as readers get them.",
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
        description: "clean: an SVG without what could run or call out; other files are the same.",
      }),
    ),
  },
  output: file(assetMediaTypes),
  problems: [],
});

export const deleteDocAsset = operation({
  name: "deleteDocAsset",
  title: "Delete an asset",
  summary: "Takes the file at a path out of the version. Versions that share it keep it.",
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
