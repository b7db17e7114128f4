import { answerOk, operation } from "../http/operation.ts";
import type { Handlers } from "../http/operation.ts";
import { refuseMissing } from "../http/problem.ts";
import type { Shop } from "../http/shop.ts";

export function coverHandlers({ seams }: Shop): Handlers {
  return {
    previewCover: operation<{ query: { url: string } }>(async ({ query }) => {
      const cover = await seams.fetchCover(query.url);
      if (cover === null) throw refuseMissing("cover at this address");
      return answerOk(cover);
    }),
  };
}
