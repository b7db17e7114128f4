import type { ScanReport } from "./report.types.ts";

export const jsonReport: ScanReport = {
  format: "json",
  mediaType: "application/json",
  extension: "json",
  summary: "The whole result, with evidence, for programs.",
  hasEvidence: true,
  render: (result, { title, baseUrl, version }) =>
    `${JSON.stringify({ title, baseUrl, lintelVersion: version, ...result }, null, 2)}\n`,
};
