import type { SamplePart } from "./sample.types.ts";

export const boundary = "example-boundary";

/**
 * Parts as the text of a multipart body (RFC 7578), for languages whose libraries do not make one.
 */
export function writeMultipart(parts: readonly SamplePart[]): string {
  const written = parts.map(({ name, value, isFile }) => {
    const safe = name.replaceAll(/["\r\n]/g, encodeURIComponent);
    const file = isFile ? '; filename="file"' : "";
    return `--${boundary}\r\nContent-Disposition: form-data; name="${safe}"${file}\r\n\r\n${value}\r\n`;
  });
  return `${written.join("")}--${boundary}--\r\n`;
}
