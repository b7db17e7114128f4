import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, record } from "../shapes/common.ts";
import { MarkdownText, PageWarnings } from "../shapes/docs.ts";

const group = "Docs as Code";

export const renderDocPage = operation({
  name: "renderDocPage",
  title: "Render a page",
  summary:
    "Returns the HTML of a page as the portal shows it, and what is broken on it: of the text that is sent, which is not saved, or of the saved text.",
  group,
  permission: "docs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: {
    method: "POST",
    path: "/api/projects/{projectId}/docs/{docId}/versions/{versionId}/pages/{pageId}/render",
    maxBodyMiB: 13,
  },
  input: {
    docId: Id,
    versionId: Id,
    pageId: Id,
    content: Type.Optional({ ...MarkdownText, description: "Markdown. Default: the saved text." }),
  },
  output: record({
    html: Type.String({
      description:
        "Without scripts. Links into the version begin with `/_base/`, its files with `/_base/_assets/`.",
    }),
    warnings: PageWarnings,
  }),
  problems: ["PAYLOAD_TOO_LARGE"],
});
