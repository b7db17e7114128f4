import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, nullable, page, pagingInput, record, Timestamp } from "../shapes/common.ts";
import { idOf } from "../shapes/design.ts";

const group = "Docs as Code";
const base =
  "/api/projects/{projectId}/docs/{docId}/versions/{versionId}/pages/{pageId}/revisions" as const;
const place = { docId: Id, versionId: Id, pageId: Id };

const Revision = record({
  id: Id,
  title: Type.String(),
  writtenBy: nullable(
    Type.String({ description: "The person who wrote the text; null: a program." }),
  ),
  writtenAt: Timestamp,
  replacedAt: Timestamp,
});

export const listDocPageRevisions = operation({
  name: "listDocPageRevisions",
  title: "List earlier texts of a page",
  summary:
    "Lists the texts that a page had before it was saved again, the newest first. Saves of one person within ten minutes count as one; the last 50 are kept.",
  group,
  permission: "docs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: base },
  input: { ...place, ...pagingInput },
  output: page(Revision),
  problems: [],
});

export const getDocPageRevision = operation({
  name: "getDocPageRevision",
  title: "Read an earlier text of a page",
  summary: "Reads one earlier text of a page. To restore it, save it as the text of the page.",
  group,
  permission: "docs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: `${base}/{revisionId}` },
  input: { ...place, revisionId: idOf("The earlier text.") },
  output: record({ ...Revision.properties, content: Type.String() }),
  problems: [],
});
