import { operation } from "../http/operation.ts";
import type { Handlers } from "../http/operation.ts";
import { refuseMissing } from "../http/problem.ts";
import type { Shop } from "../http/shop.ts";

export function downloadHandlers({ seams }: Shop): Handlers {
  return {
    downloadFile: operation<{ query: { file: string; saveAs?: string } }>(({ query }) => {
      const text = seams.readDownload(query.file);
      if (text === null) throw refuseMissing("such file");
      const headers = seams.nameDownload(query.saveAs ?? "download");
      return {
        status: 200,
        headers: { ...headers, "content-type": "text/plain; charset=utf-8" },
        body: text,
      };
    }),
  };
}
