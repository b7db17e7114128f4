import Type, { type Static } from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, nullable, page, pagingInput, record } from "../shapes/common.ts";
import { idOf } from "../shapes/design.ts";
import { createdLink, linkLifetime, publicLink } from "../shapes/public-link.ts";
import { reportSubjects } from "../words/report-links.ts";

const group = "Share links";
const base = "/api/projects/{projectId}/report-links";

export const ReportLink = publicLink({
  shows: Type.Enum([...reportSubjects]),
  runId: nullable(Id),
  findingId: nullable(Id),
});
export type ReportLink = Static<typeof ReportLink>;

export const listReportLinks = operation({
  name: "listReportLinks",
  title: "List links to reports",
  summary: "Lists the public links to reports, the newest first, also those that ended.",
  group,
  permission: "projects:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: base },
  input: {
    shows: Type.Optional(
      Type.Enum([...reportSubjects], { description: "Only links that show this." }),
    ),
    runId: Type.Optional(idOf("Only links to this run.")),
    findingId: Type.Optional(idOf("Only links to this finding.")),
    ...pagingInput,
  },
  output: page(ReportLink),
  problems: [],
});

export const createReportLink = operation({
  name: "createReportLink",
  title: "Create a link to a report",
  summary:
    "Creates a public address that shows a finished run, a finding with its proof, or all open findings of the project to people without an account. The answer has the address, once.",
  group,
  permission: "projects:manage",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "report_link.created",
  rest: { method: "POST", path: base, status: 201 },
  input: {
    runId: Type.Optional(idOf("The run to show. Default: none.")),
    findingId: Type.Optional(
      idOf("The finding to show. With neither a run nor a finding, all open findings are shown."),
    ),
    ...linkLifetime,
  },
  output: createdLink(ReportLink),
  problems: ["RUN_NOT_FINISHED"],
});

export const revokeReportLink = operation({
  name: "revokeReportLink",
  title: "Revoke a link to a report",
  summary: "Ends a public link to a report at once.",
  group,
  permission: "projects:manage",
  context: "project",
  effect: "destructive",
  isIdempotent: true,
  isStable: false,
  event: "report_link.revoked",
  rest: { method: "DELETE", path: `${base}/{linkId}` },
  input: { linkId: idOf("The link.") },
  output: null,
  problems: [],
});

export const readSharedReport = operation({
  name: "readSharedReport",
  title: "Read the report of a public link",
  summary: "Shows the report of a public link, and nothing else.",
  group,
  permission: null,
  context: "none",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  input: { token: Type.String({ maxLength: 200 }) },
  output: record({ html: Type.String({ description: "A complete page without scripts." }) }),
  problems: [],
});
