// Generated from the declarations by `npm run contract`; not to be edited.

export const scanReportFormats = [
  "csv",
  "gitlab",
  "html",
  "json",
  "sarif",
  "sarif-github",
] as const;

export const scanReportMediaTypes = [
  "text/csv",
  "application/json",
  "text/html; charset=utf-8",
  "application/sarif+json",
] as const;
