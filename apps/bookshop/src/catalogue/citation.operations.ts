import { answerOk, operation } from "../http/operation.ts";
import type { Handlers } from "../http/operation.ts";
import { BookshopProblem } from "../http/problem.ts";
import type { Shop } from "../http/shop.ts";
import { findBook } from "./book.rules.ts";

interface CitationCall {
  params: { bookId: number };
  query: { style: string };
}

export function citationHandlers({ store, seams }: Shop): Handlers {
  return {
    citeBook: operation<CitationCall>(({ params, query }) => {
      const book = findBook(store, params.bookId);
      const author = store.authors.rows.get(book.authorId)?.name ?? "";
      const citation = seams.writeCitation(query.style, book, author);
      if (citation === null) throw new BookshopProblem("VALIDATION_FAILED", "style is apa or mla.");
      return answerOk({ style: query.style, citation });
    }),
  };
}
