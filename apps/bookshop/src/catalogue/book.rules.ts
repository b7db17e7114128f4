import { buildEntityTag } from "../http/entity-tag.ts";
import { BookshopProblem, refuseField, refuseMissing } from "../http/problem.ts";
import type { Book, BookFormat } from "../store/records.ts";
import type { Store } from "../store/store.ts";

/** A complete book in a request. */
export interface BookInput {
  title: string;
  authorId: number;
  categories: string[];
  priceCents: number;
  publishedYear: number;
  format?: BookFormat;
  isbn?: string | null;
  stock?: number;
  description?: string | null;
}

/** The fields of a book that a request sets, with defaults for omitted fields. */
export function completeBook(input: BookInput): Required<BookInput> {
  return { format: "paperback", isbn: null, stock: 0, description: null, ...input };
}

/** @throws BookshopProblem NOT_FOUND, for an unlisted book too */
export function findBook(store: Store, bookId: number): Book {
  const book = store.books.rows.get(bookId);
  if (!book?.isListed) throw refuseMissing(`book ${bookId}`);
  return book;
}

/** @throws BookshopProblem VALIDATION_FAILED or ISBN_TAKEN */
export function assertBookFields(store: Store, fields: Partial<BookInput>, bookId?: number): void {
  const { authorId, categories = [], isbn } = fields;
  if (authorId !== undefined && !store.authors.rows.has(authorId)) {
    throw refuseField("authorId", "unknownReference", `names no author: ${authorId}`);
  }
  const strange = categories.findIndex((slug) => !store.categories.has(slug));
  if (strange >= 0) {
    const message = `names no category: ${categories[strange]}`;
    throw refuseField(`categories[${strange}]`, "unknownReference", message);
  }
  const twin = isbn && listBooks(store).find((book) => book.isbn === isbn && book.id !== bookId);
  if (twin) throw new BookshopProblem("ISBN_TAKEN", `Book ${twin.id} has the ISBN ${isbn}.`);
}

export function listBooks(store: Store): Book[] {
  return [...store.books.rows.values()];
}

export function changeBook(book: Book, fields: Partial<BookInput>, now: Date): void {
  Object.assign(book, fields);
  book.version += 1;
  book.modifiedAt = now.toISOString();
}

/** Removes copies from the stock. @throws BookshopProblem OUT_OF_STOCK */
export function takeStock(book: Book, quantity: number): void {
  assertStock(book, quantity);
  book.stock -= quantity;
}

/** @throws BookshopProblem OUT_OF_STOCK */
export function assertStock(book: Book, quantity: number): void {
  if (book.stock >= quantity) return;
  const detail = `${quantity} copies of book ${book.id} were asked for, there are ${book.stock}.`;
  throw new BookshopProblem("OUT_OF_STOCK", detail, {
    members: { bookId: book.id, available: book.stock },
  });
}

/** Returns copies to the stock, unless the book was deleted. */
export function returnStock(store: Store, bookId: number, quantity: number): void {
  const book = store.books.rows.get(bookId);
  if (book) book.stock += quantity;
}

export function tagBook(book: Book): string {
  return buildEntityTag(book.id, book.version);
}

export function presentBook(store: Store, book: Book): object {
  const { isListed: _isListed, version: _version, ...fields } = book;
  const ratings = [...store.reviews.rows.values()]
    .filter((review) => review.bookId === book.id)
    .map((review) => review.rating);
  const sum = ratings.reduce((total, rating) => total + rating, 0);
  return {
    ...fields,
    authorName: store.authors.rows.get(book.authorId)?.name ?? "",
    currency: "EUR",
    averageRating: ratings.length > 0 ? Math.round((sum / ratings.length) * 10) / 10 : null,
  };
}
