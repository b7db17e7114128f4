import { NoSchemaIntrospectionCustomRule } from "graphql";
import type { ValidationRule } from "graphql";
import type { Book } from "../store/records.ts";
import { readCover } from "../inputs/covers.ts";
import type { Cover } from "../inputs/covers.ts";
import { filterBooks } from "../inputs/book-filter.ts";
import type { BookFilter } from "../inputs/book-filter.ts";
import { writeCitation } from "../inputs/citations.ts";
import { nameDownload, readDownload } from "../inputs/downloads.ts";
import { findReturnPath } from "../inputs/return-path.ts";
import { fillLine } from "../inputs/receipt-line.ts";
import type { LineValues } from "../inputs/receipt-line.ts";

/** The decisions about values that become an address, a file, a header, a command or a query. */
export interface InputSeams {
  /** The cover at an address; null where the shop has none. */
  fetchCover: (url: string) => Promise<Cover | null>;
  /** Tries the address of a stock alert when it is given. */
  tryCallback: (url: string) => Promise<void>;
  /** The value of Location after a customer has signed in. */
  findReturnPath: (to: string) => string;
  /** The line of a receipt, from a line with names in double braces. */
  fillLine: (line: string, values: LineValues) => string;
  /** The citation of a book in a style; null for an unknown style. */
  writeCitation: (style: string, book: Book, author: string) => string | null;
  /** The text of a file that can be downloaded; null for others. */
  readDownload: (file: string) => string | null;
  /** The headers that give a download its name. */
  nameDownload: (name: string) => Record<string, string>;
  /** The listed books that have the values of a filter. */
  filterBooks: (books: readonly Book[], filter: BookFilter) => Book[];
  /** Rules for GraphQL queries in addition to those of the specification. */
  graphqlRules: readonly ValidationRule[];
}

export const soundInputSeams: InputSeams = {
  fetchCover: async (url) => readCover(url),
  // A callback is only called when the book is in stock again.
  tryCallback: async () => undefined,
  findReturnPath,
  fillLine,
  writeCitation,
  readDownload,
  nameDownload,
  filterBooks,
  graphqlRules: [NoSchemaIntrospectionCustomRule],
};
