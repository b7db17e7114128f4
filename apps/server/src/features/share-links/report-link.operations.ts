import * as declared from "@lintel/contract/operations/report-link";
import { implement, type Implementation } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import {
  listReports,
  makeReportLink,
  openReport,
  revokeReport,
  type ReportWriters,
} from "./report-link.service.ts";

export function reportLinkOperations(platform: Platform, writers: ReportWriters): Implementation[] {
  return [
    implement(declared.listReportLinks, listReports),
    implement(declared.createReportLink, (context, input) =>
      makeReportLink(platform, context, input, writers),
    ),
    implement(declared.revokeReportLink, revokeReport),
    implement(declared.readSharedReport, (context, input) =>
      openReport(platform, context, input, writers),
    ),
  ];
}
