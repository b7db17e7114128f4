// Generated from the declarations by `npm run contract`; not to be edited.

export const scanReportFormats = ["csv", "json", "sarif", "sarif-github"] as const;

export const scanReportMediaTypes = [
  "text/csv",
  "application/json",
  "application/sarif+json",
] as const;
