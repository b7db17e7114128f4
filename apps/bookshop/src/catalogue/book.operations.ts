import { assertIfMatch, isCopyCurrent } from "../http/entity-tag.ts";
import { answerCreated, answerDone, answerOk, operation } from "../http/operation.ts";
import type { Answer, Call, Handlers } from "../http/operation.ts";
import { answerPage } from "../http/paging.ts";
import type { PageQuery } from "../http/paging.ts";
import { BookshopProblem } from "../http/problem.ts";
import type { Shop } from "../http/shop.ts";
import type { Book, BookFormat } from "../store/records.ts";
import type { BookFilter } from "../inputs/book-filter.ts";
import { searchBooks } from "./book-search.ts";
import type { BookCriteria, BookSort } from "./book-search.ts";
import {
  assertBookFields,
  changeBook,
  completeBook,
  findBook,
  listBooks,
  presentBook,
  tagBook,
} from "./book.rules.ts";
import type { BookInput } from "./book.rules.ts";

interface ListQuery extends PageQuery {
  sort: BookSort;
  q?: string;
  author?: number;
  category?: string;
  format?: BookFormat;
  minPrice?: number;
  maxPrice?: number;
  inStock?: boolean;
}

interface OneBook {
  params: { bookId: number };
}

export function bookHandlers(shop: Shop): Handlers {
  const { store } = shop;

  const view = {
    maxPageSize: shop.seams.maxPageSize,
    present: (book: Book) => presentBook(store, book),
  };

  function findBooks(criteria: BookCriteria): Book[] {
    return searchBooks(listBooks(store), criteria, shop.seams.findByTitle);
  }

  function answerBook(book: Book): Answer {
    return answerOk(presentBook(store, book), { etag: tagBook(book) });
  }

  function changeFound(call: Call<OneBook>, fields: Partial<BookInput>): Answer {
    const book = findBook(store, call.params.bookId);
    assertIfMatch(call.headers["if-match"], tagBook(book));
    assertBookFields(store, fields, book.id);
    changeBook(book, fields, shop.readNow());
    return answerBook(book);
  }

  return {
    listBooks: operation<{ query: ListQuery }>(({ query, url }) =>
      answerPage(findBooks(readCriteria(query)), query, { ...view, url }),
    ),
    searchBooks: operation<{ body: BookCriteria & PageQuery }>(({ body }) =>
      answerPage(findBooks(body), body, view),
    ),
    filterBooks: operation<{ body: { filter: BookFilter } & PageQuery }>(({ body }) =>
      answerPage(shop.seams.filterBooks(listBooks(store), body.filter), body, view),
    ),
    createBook: operation<{ body: BookInput }>(({ body }) => {
      const fields = completeBook(body);
      assertBookFields(store, fields);
      const createdAt = shop.readNow().toISOString();
      const stamps = { isListed: true, version: 1, createdAt, modifiedAt: createdAt };
      const book = store.books.add({ ...fields, ...stamps });
      return answerCreated(`/books/${book.id}`, presentBook(store, book), { etag: tagBook(book) });
    }),
    getBook: operation<OneBook>(({ params, headers }) => {
      const book = findBook(store, params.bookId);
      const etag = tagBook(book);
      if (isCopyCurrent(headers["if-none-match"], etag)) return { status: 304, headers: { etag } };
      return answerBook(book);
    }),
    replaceBook: operation<OneBook & { body: BookInput }>((call) => {
      findBook(store, call.params.bookId);
      if (call.headers["if-match"] === undefined) {
        throw new BookshopProblem("PRECONDITION_REQUIRED", "Send the ETag of the book you read.");
      }
      return changeFound(call, completeBook(call.body));
    }),
    updateBook: operation<OneBook & { body: Partial<BookInput> }>((call) =>
      changeFound(call, call.body),
    ),
    deleteBook: operation<OneBook>(({ params, headers }) => {
      const book = findBook(store, params.bookId);
      assertIfMatch(headers["if-match"], tagBook(book));
      removeBook(shop, book);
      return answerDone();
    }),
  };
}

function readCriteria(query: ListQuery): BookCriteria {
  const { q, author, category, format, minPrice, maxPrice, inStock, sort } = query;
  return {
    text: q,
    authorIds: author === undefined ? undefined : [author],
    categories: category === undefined ? undefined : [category],
    formats: format === undefined ? undefined : [format],
    priceCents: { min: minPrice ?? 0, max: maxPrice ?? Infinity },
    inStock,
    sort,
  };
}

function removeBook({ store }: Shop, book: Book): void {
  const pending = [...store.orders.rows.values()].find(
    ({ status, items }) => status === "pending" && items.some(({ bookId }) => bookId === book.id),
  );
  if (pending) {
    const detail = `Order ${pending.id} has to be paid or cancelled first.`;
    throw new BookshopProblem("BOOK_ON_ORDER", detail, { members: { orderId: pending.id } });
  }
  store.books.rows.delete(book.id);
  for (const cart of store.carts.values()) cart.delete(book.id);
  for (const review of store.reviews.rows.values()) {
    if (review.bookId === book.id) store.reviews.rows.delete(review.id);
  }
  for (const reservation of store.reservations.values()) {
    if (reservation.bookId === book.id) store.reservations.delete(reservation.id);
  }
}
