import { setTimeout } from "node:timers/promises";
import { describeKey } from "../access/token.ts";
import { listBooks } from "../catalogue/book.rules.ts";
import { answerOk, operation } from "../http/operation.ts";
import type { Answer, Handlers } from "../http/operation.ts";
import { BookshopProblem } from "../http/problem.ts";
import type { Shop } from "../http/shop.ts";

export function serviceHandlers({ document, seams, startedAt, store, tokenKeys }: Shop): Handlers {
  return {
    getHealth: operation(() =>
      answerOk({ status: "ok", version: document.version, startedAt: startedAt.toISOString() }),
    ),
    getSlowAnswer: operation<{ query: { ms: number } }>(async ({ query }) => {
      await setTimeout(query.ms);
      return answerOk({ waitedMs: query.ms });
    }),
    findBestseller: operation(() => redirect(302, seams.bestsellerAddress)),
    getCharts: operation(() => {
      if (seams.closesRetired) throw new BookshopProblem("RETIRED", "Read GET /books?sort=-year.");
      const books = listBooks(store).filter(({ isListed }) => isListed);
      return answerOk({
        items: books.slice(0, 10).map(({ id, title }) => ({ bookId: id, title })),
      });
    }),
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
