import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, record } from "../shapes/common.ts";
import {
  DocConflict,
  DocFile,
  FilePath,
  filesText,
  maxFiles,
  PushedFile,
} from "../shapes/doc-files.ts";

const group = "Docs as Code";
const base = "/api/projects/{projectId}/docs/{docId}/versions/{versionId}";
const place = { docId: Id, versionId: Id };

const treeVersion = Type.String({
  description: "An entity tag that changes with everything that readers see.",
});

export const listDocFiles = operation({
  name: "listDocFiles",
  title: "List the files of a documentation",
  summary:
    "Lists a version as a folder of files: Markdown with front matter, _folder.yml and assets, each with its SHA-256.",
  group,
  permission: "docs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: `${base}/files` },
  input: place,
  output: record({ files: Type.Array(DocFile), treeVersion }),
  problems: [],
});

export const readDocFiles = operation({
  name: "readDocFiles",
  title: "Read files of a documentation",
  summary:
    "Returns the texts of pages and _folder.yml files by path. A long answer is cut short: request the paths that are missing from it again.",
  group,
  permission: "docs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "POST", path: `${base}/files/read` },
  input: { ...place, paths: Type.Array(FilePath, { minItems: 1, maxItems: 500 }) },
  output: record({
    files: Type.Array(
      record({ path: FilePath, digest: DocFile.properties.digest, text: Type.String() }),
    ),
    missing: Type.Array(FilePath, { description: "Paths without a page or a folder." }),
  }),
  problems: [],
});

export const syncDocVersion = operation({
  name: "syncDocVersion",
  title: "Put a folder of files in place",
  summary:
    "Replaces the content of a version with the files that are sent, in one transaction. Changed and moved pages keep their ids, old addresses redirect to the new ones, and pages that changed on the server since the base are refused as conflicts.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "destructive",
  isIdempotent: true,
  isStable: false,
  event: "doc_version.synced",
  rest: {
    method: "POST",
    path: `${base}/sync`,
    at: { ifMatch: "header" },
    maxBodyMiB: 48,
  },
  input: {
    ...place,
    files: Type.Array(PushedFile, {
      maxItems: maxFiles,
      description: "The complete new tree; files that are not in it are removed.",
    }),
    base: Type.Optional(
      Type.Array(DocFile, {
        maxItems: maxFiles,
        description: "The state that the caller read last. Default: the last sync.",
      }),
    ),
    onConflict: Type.Optional(
      Type.Enum(["refuse", "overwrite"], {
        default: "refuse",
        description:
          "overwrite: changes on the server are replaced, and their text is in the answer.",
      }),
    ),
    isPreview: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Report what would change without changing it. Works for every version.",
      }),
    ),
    ifMatch: Type.Optional(
      Type.String({ description: "The treeVersion of a preview: syncs only what was previewed." }),
    ),
  },
  output: record({
    isPreview: Type.Boolean(),
    added: Type.Array(FilePath),
    changed: Type.Array(FilePath),
    moved: Type.Array(record({ from: FilePath, to: FilePath, isChanged: Type.Boolean() })),
    removed: Type.Array(FilePath),
    unchangedCount: Type.Integer({ minimum: 0 }),
    needed: Type.Array(FilePath, {
      description:
        "Files whose text the sync needs, and assets that are not uploaded yet. Empty except in a preview.",
    }),
    conflicts: Type.Array(DocConflict),
    overwritten: Type.Array(record({ path: FilePath, text: filesText }), {
      description: "The server's text of overwritten conflicts.",
    }),
    references: Type.Array(
      record({
        folder: Type.String({ description: "The folder whose file names it; empty for the root." }),
        specName: Type.String(),
        versionNumber: Type.String(),
        action: Type.Enum(["attached", "renewed", "removed", "unchanged"]),
      }),
      { description: "API references that `_folder.yml` files name under `references`." },
    ),
    warnings: Type.Array(record({ path: FilePath, message: Type.String() })),
    treeVersion,
  }),
  problems: [
    "VERSION_NOT_EDITABLE",
    "SECTION_MUST_BE_ROOT",
    "SLUG_TAKEN",
    "DOCS_CONFLICT",
    "PAGE_LOCKED",
    "PAYLOAD_TOO_LARGE",
    "PRECONDITION_FAILED",
  ],
});
