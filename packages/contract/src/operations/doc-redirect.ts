import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, page, pagingInput } from "../shapes/common.ts";
import { DocRedirect } from "../shapes/docs.ts";

const group = "Docs as Code";
const base = "/api/projects/{projectId}/docs/{docId}/versions/{versionId}/redirects";
const place = { docId: Id, versionId: Id };

const fromPath = Type.String({
  maxLength: 1000,
  pattern: "^[^\\p{Cc}\\p{Cs}\\uFEFF]+$",
  description: "The path below the version's address, not percent-encoded: `guide/old name`.",
});

export const listDocRedirects = operation({
  name: "listDocRedirects",
  title: "List redirects",
  summary: "Lists the redirects of a version, by old address.",
  group,
  permission: "docs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: base },
  input: { ...place, ...pagingInput },
  output: page(DocRedirect),
  problems: [],
});

export const addDocRedirect = operation({
  name: "addDocRedirect",
  title: "Add a redirect",
  summary: "Redirects an old address to an item. An existing redirect is replaced.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "doc_redirect.added",
  rest: { method: "POST", path: base, status: 201 },
  input: { ...place, fromPath, itemPublicId: Type.String({ format: "uuid" }) },
  output: DocRedirect,
  problems: ["VERSION_NOT_EDITABLE", "IN_USE"],
});

export const deleteDocRedirect = operation({
  name: "deleteDocRedirect",
  title: "Delete a redirect",
  summary: "Deletes the redirect of an old address.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "doc_redirect.deleted",
  rest: { method: "DELETE", path: base },
  input: { ...place, fromPath },
  output: null,
  problems: ["VERSION_NOT_EDITABLE"],
});
