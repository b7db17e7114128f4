import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, nullable, record, RowVersion, Timestamp } from "../shapes/common.ts";
import {
  DocPage,
  GivenSlug,
  Icon,
  MadePage,
  MarkdownText,
  parentFolder,
  SavedPage,
  Title,
} from "../shapes/docs.ts";

const group = "Docs as Code";
const version = "/api/projects/{projectId}/docs/{docId}/versions/{versionId}";
const base = `${version}/pages` as const;
const place = { docId: Id, versionId: Id };
/** Room for 1,000,000 characters, each written as two escapes of six bytes. */
const maxBodyMiB = 13;

const lockId = Type.Optional(
  Type.String({ format: "uuid", description: "The id of the lock, if the caller has one." }),
);

export const createDocPage = operation({
  name: "createDocPage",
  title: "Create a page",
  summary: "Write a new page of Markdown documentation, last in a folder or at the root.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: true,
  event: "doc_page.created",
  tool: { name: "create_page", toolset: "docs" },
  rest: { method: "POST", path: base, status: 201, location: `${base}/{id}`, maxBodyMiB },
  input: {
    ...place,
    title: Title,
    content: Type.Optional(MarkdownText),
    slug: Type.Optional(GivenSlug),
    icon: Type.Optional(nullable(Icon)),
    parentFolderPublicId: Type.Optional(parentFolder),
  },
  output: MadePage,
  problems: ["VERSION_NOT_EDITABLE", "SLUG_TAKEN", "PAYLOAD_TOO_LARGE"],
});

export const getDocPage = operation({
  name: "getDocPage",
  title: "Read a page",
  summary: "Read one page of documentation with its Markdown, and whether someone edits it.",
  group,
  permission: "docs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: true,
  tool: { name: "get_page", toolset: "docs" },
  rest: { method: "GET", path: `${base}/{pageId}` },
  input: { ...place, pageId: Id },
  output: DocPage,
  problems: [],
});

export const updateDocPage = operation({
  name: "updateDocPage",
  title: "Change a page",
  summary:
    "Rewrite a page of documentation: replaces its title and Markdown; an omitted slug or icon is kept. The old address of a changed slug redirects to the new one.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: true,
  event: "doc_page.updated",
  tool: { name: "update_page", toolset: "docs" },
  rest: { method: "PUT", path: `${base}/{pageId}`, maxBodyMiB },
  input: {
    ...place,
    pageId: Id,
    title: Title,
    content: MarkdownText,
    rowVersion: RowVersion,
    slug: Type.Optional(GivenSlug),
    icon: Type.Optional(nullable(Icon)),
    lockId,
  },
  output: SavedPage,
  problems: [
    "VERSION_NOT_EDITABLE",
    "SLUG_TAKEN",
    "CONCURRENCY_CONFLICT",
    "PAGE_LOCKED",
    "PAYLOAD_TOO_LARGE",
  ],
});

export const deleteDocPage = operation({
  name: "deleteDocPage",
  title: "Delete a page",
  summary: "Delete a page of documentation, in a version that can be edited.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "doc_page.deleted",
  tool: { name: "delete_page", toolset: "docs" },
  rest: { method: "DELETE", path: `${base}/{pageId}` },
  input: { ...place, pageId: Id, lockId },
  output: null,
  problems: ["VERSION_NOT_EDITABLE", "PAGE_LOCKED"],
});

const PageLock = record({
  lockId: Type.String({
    format: "uuid",
    description: "Send it with a change, and to renew the lock.",
  }),
  expiresAt: Timestamp,
});

export const lockDocPage = operation({
  name: "lockDocPage",
  title: "Lock a page",
  summary: "Locks the page for five minutes, or renews the lock whose id is sent.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "doc_page.locked",
  rest: { method: "POST", path: `${base}/{pageId}/lock` },
  input: { ...place, pageId: Id, lockId },
  output: PageLock,
  problems: ["VERSION_NOT_EDITABLE", "PAGE_LOCKED"],
});

export const unlockDocPage = operation({
  name: "unlockDocPage",
  title: "Release a page",
  summary: "Releases the lock. Another caller's lock needs docs:publish and `force`.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "doc_page.unlocked",
  rest: { method: "DELETE", path: `${base}/{pageId}/lock` },
  input: { ...place, pageId: Id, lockId, force: Type.Optional(Type.Boolean({ default: false })) },
  output: null,
  problems: ["PAGE_LOCKED"],
});
