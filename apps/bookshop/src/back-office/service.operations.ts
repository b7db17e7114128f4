import { setTimeout } from "node:timers/promises";
import { describeKey } from "../access/token.ts";
import { answerOk, operation } from "../http/operation.ts";
import type { Answer, Handlers } from "../http/operation.ts";
import type { Shop } from "../http/shop.ts";

const bookOfTheDay = "/books/10";

export function serviceHandlers({ document, startedAt, tokenKeys }: Shop): Handlers {
  return {
    getHealth: operation(() =>
      answerOk({ status: "ok", version: document.version, startedAt: startedAt.toISOString() }),
    ),
    getSlowAnswer: operation<{ query: { ms: number } }>(async ({ query }) => {
      await setTimeout(query.ms);
      return answerOk({ waitedMs: query.ms });
    }),
    findBestseller: operation(() => redirect(302, bookOfTheDay)),
    findMovedBooks: operation(({ url }) => redirect(308, url.replace(/^\/old-books/, "/books"))),
    findMovedBook: operation<{ params: { bookId: number } }>(({ params }) =>
      redirect(308, `/books/${params.bookId}`),
    ),
    getTokenKeys: operation(() => answerOk({ keys: [describeKey(tokenKeys)] })),
    getOpenapiYaml: operation(() =>
      answerOk(document.text, { "content-type": "application/yaml; charset=utf-8" }),
    ),
    getOpenapiJson: operation(() => answerOk(document.document)),
  };
}

function redirect(status: 302 | 308, location: string): Answer {
  return { status, headers: { location } };
}
