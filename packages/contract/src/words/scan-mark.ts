/** The header with which a scan says which one it is. */
export const scanHeader = "X-SVC-Scan";

/** The product of the `User-Agent` of scans, before the slash and the version. */
export const scanAgent = "lintel-scan";

const scanId = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|local-\d{1,20})$/;

/** Whether a value of the header can be that of a scan. */
export const isScanId = (value: unknown): boolean =>
  typeof value === "string" && scanId.test(value);
