import type { Weakness } from "./weakness.ts";

/** What a client reads of a value with line breaks. */
function splitHeaders(name: string): Record<string, string> {
  const [own = "", ...lines] = `attachment; filename=${name}`.split(/\r?\n/);
  const added = lines.flatMap((line) => {
    const [, header, value] = /^([\w-]+): *([\x20-\x7e]*)$/.exec(line) ?? [];
    return header === undefined || value === undefined ? [] : [[header.toLowerCase(), value]];
  });
  return { "content-disposition": own, ...Object.fromEntries(added) } as Record<string, string>;
}

export const downloadNameHeader: Weakness = {
  name: "download-name-header",
  title: "The name of a download is copied to a header",
  owasp: "API8:2023",
  summary:
    "Simulated: GET /downloads copies saveAs to Content-Disposition with its line breaks, which begin another header.",
  found: ["SVC08035 GET /downloads"],
  apply: () => ({ nameDownload: splitHeaders }),
};
