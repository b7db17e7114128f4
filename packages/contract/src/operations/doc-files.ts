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
  description: "An entity tag; changes with all that readers see.",
});

export const listDocFiles = operation({
  name: "listDocFiles",
  title: "List the files of a documentation",
  summary:
    "A version as a folder of files: Markdown with front matter, _folder.yml and assets, each with the SHA-256 of its bytes.",
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
    "The texts of pages and _folder.yml files by their paths. Long answers stop early: ask again for the paths that are not in it.",
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
    missing: Type.Array(FilePath, { description: "Paths that no page and no folder has." }),
  }),
  problems: [],
});

export const syncDocVersion = operation({
  name: "syncDocVersion",
  title: "Put a folder of files in place",
  summary:
    "Brings a version to exactly the files that are sent, in one transaction or not at all. Pages keep their ids through changes and moves, old addresses go on as redirects, and what changed on the server since the base is refused.",
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
      description: "The whole wanted tree; what is not in it is removed.",
    }),
    base: Type.Optional(
      Type.Array(DocFile, {
        maxItems: maxFiles,
        description: "What the caller saw last. Left out: what was synced last.",
      }),
    ),
    onConflict: Type.Optional(
      Type.Enum(["refuse", "overwrite"], {
        default: "refuse",
        description:
          "overwrite: what was changed on the server gives way, and its text is in the answer.",
      }),
    ),
    isPreview: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Say what would change, and change nothing. Any version can be asked.",
      }),
    ),
    ifMatch: Type.Optional(
      Type.String({ description: "The treeVersion of a preview: only what was previewed." }),
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
        "Files whose text the sync needs, and assets that are not uploaded yet. Only a preview names any.",
    }),
    conflicts: Type.Array(DocConflict),
    overwritten: Type.Array(record({ path: FilePath, text: filesText }), {
      description: "What was on the server where a conflict was overwritten.",
    }),
    references: Type.Array(
      record({
        folder: Type.String({ description: "The folder that names it; empty for the root." }),
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
