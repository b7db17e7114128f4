import { answerCreated, answerDone, answerOk, operation } from "../http/operation.ts";
import type { Handlers } from "../http/operation.ts";
import { answerPage } from "../http/paging.ts";
import type { PageQuery } from "../http/paging.ts";
import { BookshopProblem, refuseMissing } from "../http/problem.ts";
import type { Shop } from "../http/shop.ts";
import type { Author } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { listBooks } from "./book.rules.ts";

type AuthorInput = Omit<Author, "id" | "diedYear"> & { diedYear?: number | null };

interface OneAuthor {
  params: { authorId: number };
}

export function authorHandlers({ store, seams }: Shop): Handlers {
  const present = (author: Author) => ({ ...author, bookCount: countBooks(store, author.id) });
  return {
    listAuthors: operation<{ query: PageQuery }>(({ query, url }) =>
      answerPage([...store.authors.rows.values()], query, {
        maxPageSize: seams.maxPageSize,
        present,
        url,
      }),
    ),
    createAuthor: operation<{ body: AuthorInput }>(({ body }) => {
      const author = store.authors.add({ diedYear: null, ...body });
      return answerCreated(`/authors/${author.id}`, present(author));
    }),
    getAuthor: operation<OneAuthor>(({ params }) =>
      answerOk(present(findAuthor(store, params.authorId))),
    ),
    deleteAuthor: operation<OneAuthor>(({ params }) => {
      const author = findAuthor(store, params.authorId);
      // Unlisted books count here, although they are not shown.
      if (listBooks(store).some((book) => book.authorId === author.id)) {
        throw new BookshopProblem("AUTHOR_IN_USE", "Remove the author's books first.");
      }
      store.authors.rows.delete(author.id);
      return answerDone();
    }),
  };
}

function findAuthor(store: Store, authorId: number): Author {
  const author = store.authors.rows.get(authorId);
  if (!author) throw refuseMissing(`author ${authorId}`);
  return author;
}

function countBooks(store: Store, authorId: number): number {
  return listBooks(store).filter((book) => book.isListed && book.authorId === authorId).length;
}
